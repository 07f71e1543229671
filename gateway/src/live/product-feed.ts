import { randomUUID } from 'node:crypto';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import type { Bus, ReceivedMessage, Subscription } from '@cairn/events/bus.ts';
import { fromMessage } from '@cairn/events/message.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { LiveStream } from './live-stream.ts';
import type { Products } from './products.ts';

export type ProductFeed = Part & { hasJoined(): boolean };

export type ProductFeedOptions = {
  products: Products;
  stream: LiveStream;
  bus: Bus;
  catalog: ServiceClient;
  logger: Logger;
};

const RELOAD_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 500;
/** From the assignment of partitions to knowing where each ends, kafkajs needs a moment. */
const SETTLED_AFTER_MS = 1_000;

/** Keeps `products` up to date: by events as they come, and by catalog's whole list now and then. */
export function createProductFeed(options: ProductFeedOptions): ProductFeed {
  const { products, stream, bus, catalog, logger } = options;
  const timers = new Set<NodeJS.Timeout>();
  let subscription: Subscription | undefined;
  let isStopped = false;

  function after(ms: number, work: () => unknown): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }

  async function load(): Promise<void> {
    const snapshots = await catalog.call(listSnapshots);
    for (const product of products.load(snapshots)) stream.send(product);
  }

  async function loadAgainAndAgain(): Promise<void> {
    try {
      await load();
      after(RELOAD_EVERY_MS, loadAgainAndAgain);
    } catch (err) {
      logger.warn({ err }, 'products.not_loaded');
      after(RETRY_AFTER_MS, loadAgainAndAgain);
    }
  }

  /** What was published before the join is in the list only. The loop above is there if this fails. */
  function catchUp(): void {
    after(SETTLED_AFTER_MS, () =>
      load().catch((err) => logger.warn({ err }, 'products.not_caught_up')),
    );
  }

  return {
    hasJoined: () => subscription?.hasJoined() ?? false,
    start() {
      subscription = bus.subscribe({
        // Every process hears everything.
        group: `gateway-${randomUUID()}`,
        topics: [huntUpdated.topic],
        from: 'now',
        onMessage: async (message) => receive(message, options),
        onJoin: catchUp,
      });
      void loadAgainAndAgain();
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await subscription?.stop();
    },
  };
}

/** Nothing is kept of what cannot be read: the next list has it anyway. */
function receive(message: ReceivedMessage, { products, stream, logger }: ProductFeedOptions): void {
  try {
    const event = fromMessage(message);
    if (event.type !== huntUpdated.type || event.version !== huntUpdated.version) return;
    const snapshot = huntUpdated.schema.parse(event.data);
    if (products.apply(snapshot)) stream.send(snapshot.product);
  } catch (err) {
    logger.warn({ err, place: message.place }, 'products.unreadable_event');
  }
}
