import { randomUUID } from 'node:crypto';
import type { EventDefinition } from '@cairn/contracts/events/define-event.ts';
import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import { huntCluePublished, huntUpdated } from '@cairn/contracts/events/hunts.ts';
import type { Bus, ReceivedMessage, Subscription } from '@cairn/events/bus.ts';
import { fromMessage } from '@cairn/events/message.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { LiveStream } from './live-stream.ts';
import { createProductLoader } from './product-loader.ts';
import type { Products } from './products.ts';

export type ProductFeed = Part & { hasJoined(): boolean };

export type ProductFeedOptions = {
  products: Products;
  stream: LiveStream;
  bus: Bus;
  catalog: ServiceClient;
  logger: Logger;
};

/**
 * Keeps `products` up to date: by events as they come, and by catalog's whole list now and then.
 * Listeners hear of what changed, and of what was released.
 */
export function createProductFeed(options: ProductFeedOptions): ProductFeed {
  const { products, stream, bus, catalog, logger } = options;
  const onChange = stream.send;
  const loader = createProductLoader({ products, catalog, logger, onChange });
  let subscription: Subscription | undefined;
  return {
    hasJoined: () => subscription?.hasJoined() ?? false,
    start() {
      subscription = bus.subscribe({
        // Every process hears everything.
        group: `gateway-${randomUUID()}`,
        topics: [huntUpdated.topic],
        from: 'now',
        onMessage: async (message) => receive(message, options),
        // What was published before the join is in the list only.
        onJoin: loader.catchUp,
      });
      loader.start();
    },
    async stop() {
      loader.stop();
      await subscription?.stop();
    },
  };
}

/** Nothing is kept of what cannot be read: the next list has it anyway. */
function receive(message: ReceivedMessage, { products, stream, logger }: ProductFeedOptions): void {
  try {
    const event = fromMessage(message);
    if (isOne(event, huntCluePublished)) {
      stream.tellRelease(huntCluePublished.schema.parse(event.data).handle);
    }
    if (!isOne(event, huntUpdated)) return;
    const snapshot = huntUpdated.schema.parse(event.data);
    if (products.apply(snapshot)) stream.send(snapshot.product);
  } catch (err) {
    logger.warn({ err, place: message.place }, 'products.unreadable_event');
  }
}

function isOne(event: EventEnvelope, { type, version }: EventDefinition): boolean {
  return event.type === type && event.version === version;
}
