import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import { addAccountRoutes } from './accounts/accounts.routes.ts';
import { addActivityRoutes } from './activities/activities.routes.ts';
import { addFormDraftRoutes } from './form-drafts/form-drafts.routes.ts';
import type { Service } from './service.ts';
import { addSqlRoutes } from './sql/sql.routes.ts';

export function createApp(service: Service): Express {
  const routes = service.createRoutes();
  addAccountRoutes(routes, service.accounts);
  addActivityRoutes(routes, service);
  addFormDraftRoutes(routes, service.pool);
  addSqlRoutes(routes, service.pool, service.sql);
  return createServiceApp(service, [service.intake.router, routes.router]);
}
