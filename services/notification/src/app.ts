import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { Context } from './context.ts';

export function createApp({ logger, metrics, health, routers }: Context) {
  return createServiceApp({ logger, metrics, health, routers });
}
