import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import { addAttemptRoutes } from './attempts/attempts.routes.ts';
import { addOverviewRoutes } from './overview/overview.routes.ts';
import { addPurchaseRoutes } from './purchases/purchases.routes.ts';
import { addCancelledHuntRoutes, addRefundRoutes } from './refunds/refunds.routes.ts';
import type { Service } from './service.ts';
import { addStaffPurchaseRoutes } from './staff-purchases/staff-purchases.routes.ts';
import { createWebhookRouter } from './webhooks/webhooks.routes.ts';

export function createApp(service: Service): Express {
  const routes = service.createRoutes();
  addAttemptRoutes(routes, service.attempts);
  addPurchaseRoutes(routes, service.purchases);
  addRefundRoutes(routes, service.refunds);
  addStaffPurchaseRoutes(routes, service.staffPurchases);
  addCancelledHuntRoutes(routes, service.cancelledHunts);
  addOverviewRoutes(routes, service);
  return createServiceApp(service, [
    service.intake.router,
    routes.router,
    createWebhookRouter(service),
  ]);
}
