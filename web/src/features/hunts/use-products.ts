import type { Product } from '@cairn/contracts/http/hunts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

export const PRODUCTS_KEY = ['products'] as const;

/** The hunts among the products. */
export function useHunts() {
  return useQuery({ ...productsQuery, select: onlyHunts });
}

const productsQuery = queryOptions({
  queryKey: PRODUCTS_KEY,
  queryFn: ({ signal }) => callApi<Product[]>('/api/products', { signal }),
});

function onlyHunts(products: Product[]): Product[] {
  return products.filter((product) => product.type === 'hunt');
}
