import type { RequestListener } from 'node:http';
import { createServiceApp } from '@cairn/service-kit/app.ts';
import { serveReads } from '@cairn/service-kit/reads.ts';
import type { Read } from '@cairn/service-kit/routes.ts';
import type { Express } from 'express';
import { addAccountRoutes, addDeletionRoutes } from './accounts/accounts.routes.ts';
import { addExportRoutes } from './export/export.routes.ts';
import { addOverviewRoutes } from './overview/overview.routes.ts';
import { addPasswordChangeRoutes } from './password-changes/password-change.routes.ts';
import { addRecoveryRoutes } from './recovery/recovery.routes.ts';
import { addRegistrationRoutes } from './registration/registration.routes.ts';
import type { Service } from './service.ts';
import {
  addRevocationRoutes,
  addSessionRoutes,
  addVisitRoute,
} from './sessions/sessions.routes.ts';

/** The public port: the session check, then Express. */
export function createListener(service: Service): RequestListener {
  return serveReads(service, mount(service));
}

export function createApp(service: Service): Express {
  return mount(service).app;
}

function mount(service: Service): { app: Express; reads: readonly Read[] } {
  const visitRoutes = service.createRoutes({ checksRevocation: false });
  addVisitRoute(visitRoutes, service.sessions);
  const routes = service.createRoutes();
  addRegistrationRoutes(routes, service);
  addSessionRoutes(routes, service);
  addRecoveryRoutes(routes, service.recovery);
  addPasswordChangeRoutes(routes, service);
  addRevocationRoutes(routes, service.findRevocationState);
  addAccountRoutes(routes, service);
  addDeletionRoutes(routes, service.deletion);
  addExportRoutes(routes, service.exports);
  addOverviewRoutes(routes, service);
  // The most frequent route first.
  const routers = [visitRoutes.router, service.intake.router, routes.router];
  return { app: createServiceApp(service, routers), reads: visitRoutes.reads };
}
