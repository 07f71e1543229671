import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import { createClaimRoutes } from './claims/claims.routes.ts';
import { createStaffClueRoutes } from './clues/staff-clues.routes.ts';
import { createFairnessRoutes } from './fairness/fairness.routes.ts';
import { createHuntRoutes } from './hunts/hunts.routes.ts';
import { createStaffHuntRoutes } from './hunts/staff-hunts.routes.ts';
import { createImageRouter, createImageRoutes } from './images/images.routes.ts';
import { createMembershipRoutes } from './memberships/memberships.routes.ts';
import { createProductRoutes } from './products/products.routes.ts';
import {
  createPublicHuntRoutes,
  createSharePictureRouter,
} from './public-hunts/public-hunts.routes.ts';
import type { Service } from './service.ts';
import { createStashRoutes } from './stash/stash.routes.ts';
import { createVersionRoutes } from './versions/versions.routes.ts';

export function createApp(context: Service): Express {
  const { logger, metrics, health, intake } = context;
  return createServiceApp({
    logger,
    metrics,
    health,
    routers: [
      intake.router,
      createHuntRoutes(context).router,
      createPublicHuntRoutes(context).router,
      createSharePictureRouter(context),
      createProductRoutes(context).router,
      createMembershipRoutes(context).router,
      createClaimRoutes(context).router,
      createFairnessRoutes(context).router,
      createStashRoutes(context).router,
      createStaffHuntRoutes(context).router,
      createStaffClueRoutes(context).router,
      createVersionRoutes(context).router,
      createImageRoutes(context).router,
      createImageRouter(context),
    ],
  });
}
