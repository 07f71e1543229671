import type { Product } from '@cairn/contracts/http/hunts.ts';

/** The list with that hunt in its newest state; the same list where nothing is new. */
export function withNewest(products: Product[] | undefined, newest: Product) {
  if (!products) return products;
  const isKnown = products.some(({ id }) => id === newest.id);
  if (!isKnown) return [...products, newest];
  return products.map((product) => (product.id === newest.id ? newest : product));
}

export function parseProduct(data: string): Product | null {
  const value = parse(data);
  return isProduct(value) ? value : null;
}

/** Of the hunt in which a clue or update is out. */
export function parseHandle(data: string): string | null {
  const { handle } = Object(parse(data));
  return typeof handle === 'string' ? handle : null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

function isProduct(value: unknown): value is Product {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'handle' in value &&
    'base_value' in value
  );
}

type Arrival = { product: Product; at: number };
const arrivals = new Map<string, Arrival>();

/** Remembers what the stream told of a hunt, for lists that were asked for before and come after it. */
export function noteArrival(product: Product, at = performance.now()): void {
  arrivals.set(product.id, { product, at });
}

/** A list that was asked for at `since`, with what the stream has told since then. */
export function withArrivals(products: Product[], since: number): Product[] {
  const newer = [...arrivals.values()].filter(({ at }) => at >= since);
  return newer.reduce((list, { product }) => withNewest(list, product) ?? list, products);
}
