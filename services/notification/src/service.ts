import type { ContextOverrides } from '@cairn/service/context.ts';
import { createService } from '@cairn/service/service.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { createPeople } from './people-context.ts';
import { createSending } from './sending-context.ts';

export type Service = ReturnType<typeof createNotification>;

export type Overrides = ContextOverrides & { queuePrefix?: string };

/** Wires the service. */
export function createNotification(config: Config, overrides: Overrides = {}) {
  return createService('notification', config, overrides, (context) => {
    const sending = createSending(context, config, overrides.queuePrefix);
    const people = createPeople(context, config);
    return {
      handlers: createHandlers({
        suppressionKey: config.SUPPRESSION_KEY,
        hunts: sending.huntHandlers,
      }),
      redis: people.redis,
      routers: [...people.routers, ...sending.routers],
      dispatcher: sending.dispatcher,
      optional: { redis: sending.pingQueues },
      backgroundServices: [...people.backgroundServices, ...sending.backgroundServices],
    };
  });
}
