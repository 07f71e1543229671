import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { createPeople } from './people-context.ts';
import { createSending } from './sending-context.ts';

export type Context = ReturnType<typeof createContext>;

export type Overrides = FoundationOverrides & { queuePrefix?: string };

/** Wires the service. */
export function createContext(config: Config, overrides: Overrides = {}) {
  const foundation = createFoundation('notification', config, overrides);
  const sending = createSending(foundation, config, overrides.queuePrefix);
  const people = createPeople(foundation, config);
  const eventing = createEventing(
    foundation,
    createHandlers({ suppressionKey: config.SUPPRESSION_KEY, hunts: sending.huntHandlers }),
  );
  return {
    ...foundation,
    ...eventing,
    redis: people.redis,
    routers: [eventing.intake.router, ...people.routers, ...sending.routers],
    dispatcher: sending.dispatcher,
    health: {
      ...eventing.health,
      optional: { ...eventing.health.optional, redis: sending.pingQueues },
    },
    backgroundServices: [
      ...eventing.backgroundServices,
      ...people.backgroundServices,
      ...sending.backgroundServices,
    ],
  };
}
