import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Service } from './service.ts';

export function createApp({ logger, metrics, health, intake, routers }: Service) {
  return createServiceApp({ logger, metrics, health, routers: [intake.router, ...routers] });
}
