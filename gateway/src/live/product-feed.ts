import { randomUUID } from 'node:crypto';
import type { EventDefinition, EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { huntCluePublished, huntUpdated } from '@cairn/contracts/events/hunts.ts';
import type { Bus, ReceivedMessage, Subscription } from '@cairn/events/bus.ts';
import { fromMessage } from '@cairn/events/message.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { LiveStream } from './live-stream.ts';
import { createProductLoader } from './product-loader.ts';
import type { Products } from './products.ts';

export type ProductFeed = BackgroundService & { hasJoined(): boolean };

export type ProductFeedOptions = {
  products: Products;
  stream: LiveStream;
  bus: Bus;
  catalog: ServiceClient;
  logger: Logger;
};

/**
 * Keeps `products` up to date by events and by the periodic full list of catalog.
 * Listeners receive changes and releases.
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
        // Every process has its own group and reads all partitions.
        group: `gateway-${randomUUID()}`,
        topics: [huntUpdated.topic],
        from: 'now',
        onMessage: async (message) => receive(message, options),
        // Events published before the join are only in the full list.
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

/** Invalid events are logged and skipped: the next full list contains the change. */
function receive(message: ReceivedMessage, { products, stream, logger }: ProductFeedOptions): void {
  try {
    const event = fromMessage(message);
    if (isOne(event, huntCluePublished)) {
      stream.announceRelease(huntCluePublished.schema.parse(event.data).handle);
    }
    if (!isOne(event, huntUpdated)) return;
    const snapshot = huntUpdated.schema.parse(event.data);
    if (products.apply(snapshot)) stream.send(snapshot.product);
  } catch (err) {
    logger.warn({ err, place: message.place }, 'products.invalid_event');
  }
}

function isOne(event: EventEnvelope, { type, version }: EventDefinition): boolean {
  return event.type === type && event.version === version;
}
