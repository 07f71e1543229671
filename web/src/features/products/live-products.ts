import type { Product } from '@cairn/contracts/http/hunts.ts';

/** Returns the list with the newest state of the hunt; the same list if nothing changed. */
export function upsertProduct(products: Product[], newest: Product): Product[] {
  const isKnown = products.some(({ id }) => id === newest.id);
  if (!isKnown) return [...products, newest];
  return products.map((product) => (product.id === newest.id ? newest : product));
}

export function parseProduct(data: string): Product | null {
  const value = parse(data);
  return isProduct(value) ? value : null;
}

/** The hunt whose clue or update was released. */
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
