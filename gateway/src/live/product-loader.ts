import type { Product } from '@cairn/contracts/http/hunts.ts';
import { listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { Products } from './products.ts';

export type ProductLoader = {
  /** Loads immediately, retries until it succeeds, then reloads every minute. */
  start(): void;
  /** Loads again after a new partition assignment has settled. */
  catchUp(): void;
  stop(): void;
};

export type ProductLoaderOptions = {
  products: Products;
  catalog: ServiceClient;
  logger: Logger;
  onChange: (product: Product) => void;
};

const RELOAD_INTERVAL_MS = 60_000;
const RETRY_AFTER_MS = 500;
/** Time that the client needs from the partition assignment until it has resolved the end offsets. */
const SETTLED_AFTER_MS = 1_000;

/** Loads catalog's full list by HTTP: the first state, and changes whose events were missed. */
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
      logger.warn({ err }, 'products.load_failed');
      return false;
    }
  }

  async function loadPeriodically(): Promise<void> {
    const isLoaded = await load();
    after(isLoaded ? RELOAD_INTERVAL_MS : RETRY_AFTER_MS, loadPeriodically);
  }

  return {
    start: () => void loadPeriodically(),
    catchUp: () => after(SETTLED_AFTER_MS, load),
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
