import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import type { Service } from './service.ts';

export function createApp({
  logger,
  metrics,
  health,
  intake,
  routes,
  visitRoutes,
}: Service): Express {
  // The most frequent route first.
  const routers = [visitRoutes.router, intake.router, routes.router];
  return createServiceApp({ logger, metrics, health, routers });
}
