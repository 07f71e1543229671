import { sendDelivery } from '@cairn/contracts/jobs/deliveries.ts';
import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { createQueue } from '@cairn/jobs/queue.ts';
import { addAlertRoutes } from './alerts/alerts.routes.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { addDeliveryMetrics } from './deliveries/deliveries.metrics.ts';
import { createDispatcher } from './deliveries/dispatcher.ts';
import { addRecipientRoutes } from './recipients/recipients.routes.ts';

export type Context = ReturnType<typeof createContext>;

export type Overrides = FoundationOverrides & { queuePrefix?: string };

/** The one place where the service is wired. */
export function createContext(config: Config, overrides: Overrides = {}) {
  const foundation = createFoundation('notification', config, overrides);
  const { pool, logger, metrics } = foundation;
  const queue = createQueue(sendDelivery, {
    redisUrl: config.REDIS_URL,
    logger,
    ...(overrides.queuePrefix ? { prefix: overrides.queuePrefix } : {}),
  });
  const dispatcher = createDispatcher({ pool, queue, logger });
  const eventing = createEventing(foundation, createHandlers());
  const routes = foundation.createRoutes();
  addAlertRoutes(routes, pool);
  addRecipientRoutes(routes, pool);
  addDeliveryMetrics(metrics, pool, queue);
  return {
    ...foundation,
    ...eventing,
    routes,
    queue,
    dispatcher,
    health: {
      ...eventing.health,
      // The queue's own connection: without it no mail goes out.
      optional: { ...eventing.health.optional, redis: () => queue.ping() },
    },
    parts: [...eventing.parts, { stop: () => queue.close() }, dispatcher],
  };
}
