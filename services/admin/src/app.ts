import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import type { Context } from './context.ts';

export function createApp({ logger, metrics, health, intake, routes }: Context): Express {
  return createServiceApp({ logger, metrics, health, routers: [intake.router, routes.router] });
}
