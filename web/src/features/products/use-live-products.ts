import type { EndpointPath } from '@cairn/contracts/http/endpoints.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FAIRNESS_KEY, HUNT_DATA_KEY, PUBLIC_HUNT_KEY } from '../../lib/query-keys.ts';
import { parseHandle, parseProduct, upsertProduct } from './live-products.ts';
import { products } from './use-products.ts';

const RECONNECT_MS = 15_000;

/** Keeps the hunts up to date by SSE while the page is visible; without the stream they are only stale. */
export function useLiveProducts() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let close = () => {};
    function updateConnection() {
      close();
      close = document.hidden ? () => {} : openStream(queryClient);
    }
    updateConnection();
    document.addEventListener('visibilitychange', updateConnection);
    return () => {
      document.removeEventListener('visibilitychange', updateConnection);
      close();
    };
  }, [queryClient]);
}

function openStream(queryClient: QueryClient): () => void {
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let source = connect();

  function connect(): EventSource {
    const stream = new EventSource('/api/products/live' satisfies EndpointPath);
    // The stream has future changes only; changes before it opened are fetched.
    stream.addEventListener('open', () => refetchAll(queryClient));
    stream.addEventListener('product', ({ data }) => updateCache(queryClient, String(data)));
    stream.addEventListener('released', ({ data }) => {
      const handle = parseHandle(String(data));
      if (handle) refreshHunts(queryClient, handle);
    });
    stream.addEventListener('error', () => {
      // The browser reconnects a closed stream, but not one that was refused.
      if (stream.readyState !== EventSource.CLOSED) return;
      reconnectTimer = setTimeout(() => {
        source = connect();
      }, RECONNECT_MS);
    });
    return stream;
  }

  return () => {
    clearTimeout(reconnectTimer);
    source.close();
  };
}

function updateCache(queryClient: QueryClient, data: string) {
  const product = parseProduct(data);
  if (!product) return;
  const before = products.store.get().data?.find(isSame(product));
  products.change((list) => upsertProduct(list, product));
  const hasChanged =
    before?.status !== product.status ||
    before.commitment !== product.commitment ||
    JSON.stringify(before.search_area) !== JSON.stringify(product.search_area);
  if (hasChanged) refreshHunts(queryClient, product.handle);
}

function isSame({ id }: Product) {
  return (product: Product) => product.id === id;
}

function refetchAll(queryClient: QueryClient) {
  void products.refresh();
  refreshHunts(queryClient);
}

/** Refetches releases and commitment: the stream says only that they changed. */
function refreshHunts(queryClient: QueryClient, handle?: string) {
  const which = handle === undefined ? [] : [handle];
  void queryClient.invalidateQueries({ queryKey: [...HUNT_DATA_KEY, ...which] });
  void queryClient.invalidateQueries({ queryKey: [...FAIRNESS_KEY, ...which] });
  void queryClient.invalidateQueries({ queryKey: [...PUBLIC_HUNT_KEY, ...which] });
}
