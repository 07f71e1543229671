import type { Product } from '@cairn/contracts/http/hunts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { applyArrivals } from './live-products.ts';

export const PRODUCTS_KEY = ['products'] as const;

/** Products of type `hunt`. */
export function useHunts() {
  return useQuery({ ...productsQuery, select: onlyHunts });
}

const productsQuery = queryOptions({
  queryKey: PRODUCTS_KEY,
  queryFn: async ({ signal }) => {
    const since = performance.now();
    return applyArrivals(await callApi<Product[]>('/api/products', { signal }), since);
  },
});

function onlyHunts(products: Product[]): Product[] {
  return products.filter((product) => product.type === 'hunt');
}
