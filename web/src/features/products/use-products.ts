import { useMemo } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { createResource, useResource } from '../../lib/resource.ts';

export const products = createResource({
  load: (signal) => callApi('GET /api/products', { signal }),
  retries: 2,
});

/** Loads the products again, after a change of one. */
export const refreshProducts = products.refresh;

/** Products of type `hunt`. */
export function useHunts() {
  const state = useResource(products);
  return useMemo(() => {
    const { data, error, isFetching } = state;
    return {
      data: data?.filter((product) => product.type === 'hunt'),
      isPending: data === undefined && error === null,
      isSuccess: data !== undefined && error === null,
      isFetching,
      refetch: products.refresh,
    };
  }, [state]);
}
