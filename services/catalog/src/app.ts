import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import type { CatalogContext } from './context.ts';
import { createHuntRoutes } from './hunts/hunts.routes.ts';
import { createMembershipRoutes } from './memberships/memberships.routes.ts';
import { createProductRoutes } from './products/products.routes.ts';

export function createApp(context: CatalogContext): Express {
  const { logger, metrics, health, intake } = context;
  return createServiceApp({
    logger,
    metrics,
    health,
    routers: [
      intake.router,
      createHuntRoutes(context).router,
      createProductRoutes(context).router,
      createMembershipRoutes(context).router,
    ],
  });
}
