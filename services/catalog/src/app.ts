import type { RequestListener } from 'node:http';
import { createServiceApp } from '@cairn/service-kit/app.ts';
import { serveReads } from '@cairn/service-kit/reads.ts';
import type { Read } from '@cairn/service-kit/routes.ts';
import type { Express } from 'express';
import { addClaimRoutes } from './claims/claims.routes.ts';
import { addStaffClueRoutes } from './clues/staff-clues.routes.ts';
import { addEditorRoutes } from './editors/editors.routes.ts';
import { addFairnessRoutes } from './fairness/fairness.routes.ts';
import { addHuntReportRoutes } from './hunt-reports/hunt-reports.routes.ts';
import { addHuntRoutes } from './hunts/hunts.routes.ts';
import { addImageRoutes, createImageRouter } from './images/images.routes.ts';
import { addMembershipRoutes } from './memberships/memberships.routes.ts';
import { addOverviewRoutes } from './overview/overview.routes.ts';
import { addProductRoutes } from './products/products.routes.ts';
import {
  addPublicHuntRoutes,
  createSharePictureRouter,
} from './public-hunts/public-hunts.routes.ts';
import { addSearchRoutes } from './search/search.routes.ts';
import type { Service } from './service.ts';
import { addStaffHuntRoutes } from './staff-hunts/staff-hunts.routes.ts';
import { addStashRoutes } from './stash/stash.routes.ts';
import { addVersionRoutes } from './versions/versions.routes.ts';

/** The public port: the hunt page, then Express. */
export function createListener(service: Service): RequestListener {
  return serveReads(service, mount(service));
}

export function createApp(service: Service): Express {
  return mount(service).app;
}

function mount(service: Service): { app: Express; reads: readonly Read[] } {
  const { pool } = service;
  const routes = service.createRoutes();
  addHuntRoutes(routes, pool);
  addPublicHuntRoutes(routes, pool);
  addProductRoutes(routes, pool);
  addMembershipRoutes(routes, pool);
  addClaimRoutes(routes, service);
  addFairnessRoutes(routes, service);
  addStashRoutes(routes, service);
  addStaffHuntRoutes(routes, service);
  addStaffClueRoutes(routes, service);
  addHuntReportRoutes(routes, service);
  addVersionRoutes(routes, pool);
  addSearchRoutes(routes, pool);
  addOverviewRoutes(routes, service);
  addEditorRoutes(routes, service.redis);
  addImageRoutes(routes, service);
  const routers = [
    service.intake.router,
    routes.router,
    createSharePictureRouter(pool),
    createImageRouter(pool),
  ];
  return { app: createServiceApp(service, routers), reads: routes.reads };
}
