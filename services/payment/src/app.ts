import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import { addAttemptRoutes } from './attempts/attempts.routes.ts';
import { addCancelledHuntRoutes } from './cancelled-hunts/cancelled-hunts.routes.ts';
import type { Context } from './context.ts';
import { addPurchaseRoutes } from './purchases/purchases.routes.ts';
import { addRefundRoutes } from './refunds/refunds.routes.ts';
import { createWebhookRouter } from './webhooks/webhooks.routes.ts';

export function createApp(context: Context): Express {
  const routes = context.createRoutes();
  addAttemptRoutes(routes, context.attempts);
  addPurchaseRoutes(routes, context.purchases);
  addRefundRoutes(routes, context.refunds);
  addCancelledHuntRoutes(routes, context.cancelledHunts);
  return createServiceApp({
    logger: context.logger,
    metrics: context.metrics,
    health: context.health,
    routers: [context.intake.router, routes.router, createWebhookRouter(context)],
  });
}
