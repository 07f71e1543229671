import type { Product } from '@cairn/contracts/http/hunts.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { parseProduct, withNewest } from './live-products.ts';
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
  let source = connect(false);

  function connect(isAgain: boolean): EventSource {
    let mayHaveMissed = isAgain;
    const stream = new EventSource('/api/products/live');
    stream.addEventListener('open', () => {
      if (mayHaveMissed) void queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
      mayHaveMissed = true;
    });
    stream.addEventListener('product', ({ data }) => putIntoCache(queryClient, String(data)));
    stream.addEventListener('error', () => {
      // The browser retries a cut stream by itself, but gives up on a refused one.
      if (stream.readyState !== EventSource.CLOSED) return;
      reopening = setTimeout(() => {
        source = connect(true);
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
  queryClient.setQueryData<Product[]>(PRODUCTS_KEY, (products) => withNewest(products, product));
}
