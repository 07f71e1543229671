import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import type { Context } from './context.ts';

export function createApp(context: Context): Express {
  const { logger, metrics, health, intake, routes, visitRoutes } = context;
  // The most frequent route first.
  const routers = [visitRoutes.router, intake.router, routes.router];
  return createServiceApp({ logger, metrics, health, routers });
}
