import type { Product } from '@cairn/contracts/http/hunts.ts';

/** The list with that hunt in its newest state; the same list where nothing is new. */
export function withNewest(products: Product[] | undefined, newest: Product) {
  if (!products) return products;
  const isKnown = products.some(({ id }) => id === newest.id);
  if (!isKnown) return [...products, newest];
  return products.map((product) => (product.id === newest.id ? newest : product));
}

export function parseProduct(data: string): Product | null {
  try {
    const value: unknown = JSON.parse(data);
    return isProduct(value) ? value : null;
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
