import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import { addAlertRoutes } from './alerts/alerts.routes.ts';
import { addPhoneRoutes } from './alerts/phones.routes.ts';
import { addContactRoutes, addStaffContactRoutes } from './contact/contact.routes.ts';
import { addMailingTemplateRoutes } from './mailings/mailing-templates.routes.ts';
import { addMailingRoutes } from './mailings/mailings.routes.ts';
import { addOverviewRoutes } from './overview/overview.routes.ts';
import { addSearchRoutes } from './search/search.routes.ts';
import type { Service } from './service.ts';
import { addDeliveryRoutes } from './staff-deliveries/deliveries.routes.ts';
import { addSuppressionRoutes } from './suppressions/suppressions.routes.ts';
import { createUnsubscribeRouter } from './unsubscribe/unsubscribe.routes.ts';
import { addRecipientRoutes } from './user-data/recipients.routes.ts';
import { createWebhookRouter } from './webhooks/webhooks.routes.ts';

export function createApp(service: Service): Express {
  const { pool } = service;
  const routes = service.createRoutes();
  addAlertRoutes(routes, service.alerts, pool);
  addPhoneRoutes(routes, service.phones, service.alerts);
  addContactRoutes(routes, service.contact);
  addStaffContactRoutes(routes, service.staffContact);
  addRecipientRoutes(routes, pool, service.suppressionKey);
  addSuppressionRoutes(routes, service.suppressions);
  addMailingRoutes(routes, service);
  addMailingTemplateRoutes(routes, service);
  addDeliveryRoutes(routes, service);
  addSearchRoutes(routes, pool);
  addOverviewRoutes(routes, pool);
  return createServiceApp(service, [
    service.intake.router,
    createWebhookRouter(service.webhooks),
    createUnsubscribeRouter(service.unsubscribe),
    routes.router,
  ]);
}
