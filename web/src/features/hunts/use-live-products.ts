import type { Product } from '@cairn/contracts/http/hunts.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FAIRNESS_KEY } from '../fairness/use-fairness.ts';
import { HUNT_DATA_KEY } from '../hunt-page/use-hunt-data.ts';
import { noteArrival, parseHandle, parseProduct, withNewest } from './live-products.ts';
import { PRODUCTS_KEY } from './use-products.ts';

const REOPEN_MS = 15_000;

/** Keeps the hunts up to date while the page can be seen; without a stream they are just older. */
export function useLiveProducts() {
  const queryClient = useQueryClient();
  useEffect(() => {
    let close = () => {};
    function follow() {
      close();
      close = document.hidden ? () => {} : openStream(queryClient);
    }
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [queryClient]);
}

function openStream(queryClient: QueryClient): () => void {
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let source = connect();

  function connect(): EventSource {
    const stream = new EventSource('/api/products/live');
    // It tells what changes from now on: what changed before, while nobody listened, is fetched.
    stream.addEventListener('open', () => catchUp(queryClient));
    stream.addEventListener('product', ({ data }) => putIntoCache(queryClient, String(data)));
    stream.addEventListener('released', ({ data }) => {
      const handle = parseHandle(String(data));
      if (handle) refreshHunts(queryClient, handle);
    });
    stream.addEventListener('error', () => {
      // The browser retries a cut stream by itself, but gives up on a refused one.
      if (stream.readyState !== EventSource.CLOSED) return;
      reopening = setTimeout(() => {
        source = connect();
      }, REOPEN_MS);
    });
    return stream;
  }

  return () => {
    clearTimeout(reopening);
    source.close();
  };
}

function putIntoCache(queryClient: QueryClient, data: string) {
  const product = parseProduct(data);
  if (!product) return;
  noteArrival(product);
  const before = queryClient.getQueryData<Product[]>(PRODUCTS_KEY)?.find(isSame(product));
  queryClient.setQueryData<Product[]>(PRODUCTS_KEY, (products) => withNewest(products, product));
  const isOtherwise =
    before?.status !== product.status ||
    before.commitment !== product.commitment ||
    JSON.stringify(before.search_area) !== JSON.stringify(product.search_area);
  if (isOtherwise) refreshHunts(queryClient, product.handle);
}

function isSame({ id }: Product) {
  return (product: Product) => product.id === id;
}

function catchUp(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
  refreshHunts(queryClient);
}

/** What members read, and what was committed to: the stream tells only that there is something new. */
function refreshHunts(queryClient: QueryClient, handle?: string) {
  const which = handle === undefined ? [] : [handle];
  void queryClient.invalidateQueries({ queryKey: [...HUNT_DATA_KEY, ...which] });
  void queryClient.invalidateQueries({ queryKey: [...FAIRNESS_KEY, ...which] });
}
