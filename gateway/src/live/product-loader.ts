import type { Product } from '@cairn/contracts/http/hunts.ts';
import { listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { Products } from './products.ts';

export type ProductLoader = {
  /** Loads at once, again until it works, and from then on every minute. */
  start(): void;
  /** Loads once more when a subscription that was just assigned has settled. */
  catchUp(): void;
  stop(): void;
};

export type ProductLoaderOptions = {
  products: Products;
  catalog: ServiceClient;
  logger: Logger;
  onChange: (product: Product) => void;
};

const RELOAD_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 500;
/** From the assignment of partitions to knowing where each ends, kafkajs needs a moment. */
const SETTLED_AFTER_MS = 1_000;

/** Brings catalog's whole list by HTTP: the first one, and what events may have missed. */
export function createProductLoader(options: ProductLoaderOptions): ProductLoader {
  const { products, catalog, logger, onChange } = options;
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  function after(ms: number, work: () => unknown): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }

  async function load(): Promise<boolean> {
    try {
      const snapshots = await catalog.call(listSnapshots);
      for (const product of products.load(snapshots)) onChange(product);
      return true;
    } catch (err) {
      logger.warn({ err }, 'products.not_loaded');
      return false;
    }
  }

  async function loadAgainAndAgain(): Promise<void> {
    const isLoaded = await load();
    after(isLoaded ? RELOAD_EVERY_MS : RETRY_AFTER_MS, loadAgainAndAgain);
  }

  return {
    start: () => void loadAgainAndAgain(),
    catchUp: () => after(SETTLED_AFTER_MS, load),
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
