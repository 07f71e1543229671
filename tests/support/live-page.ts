import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { createClient } from './http.ts';
import { type LiveListener, listenTo } from './live.ts';
import { SERVED_BY } from './nginx.ts';

/** The state that an open page shows, kept as the web app keeps it. */
export type LivePage = {
  find(handle: string): Product | undefined;
  /** The upstream of each stream so far, the present one last. */
  servedBy: string[];
  close(): void;
};

/** EventSource waits 3 s as the stream's `retry` says; tests need no such pause. */
const RETRY_MS = 300;

/** Opens the live stream, and opens it again whenever it ends; fetches the list after each opening. */
export function openLivePage(baseUrl: string, localAddress: string): LivePage {
  const client = createClient(baseUrl, localAddress);
  const products = new Map<string, Product>();
  const servedBy: string[] = [];
  let listener: LiveListener | undefined;
  let isClosed = false;

  const keep = (product: Product) => void products.set(product.handle, product);

  async function keepOpen(): Promise<void> {
    while (!isClosed) {
      listener = await listenTo(baseUrl, localAddress).catch(() => undefined);
      if (!listener) {
        await delay(RETRY_MS);
        continue;
      }
      servedBy.push(String(listener.headers[SERVED_BY]));
      listener.each(({ event, data }) => event === 'product' && keep(data as Product));
      const { status, body } = await client.get('/api/products');
      if (status === 200) for (const each of body as Product[]) keep(each);
      await listener.closed;
    }
  }

  keepOpen().catch(() => {});
  return {
    find: (handle) => products.get(handle),
    servedBy,
    close() {
      isClosed = true;
      listener?.leave();
    },
  };
}
