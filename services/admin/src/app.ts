import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Express } from 'express';
import type { Service } from './service.ts';

export function createApp({ logger, metrics, health, intake, routes }: Service): Express {
  return createServiceApp({ logger, metrics, health, routers: [intake.router, routes.router] });
}
