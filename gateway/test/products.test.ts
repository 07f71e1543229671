import {
  huntCluePublished,
  huntUpdated,
  type ProductSnapshot,
} from '@cairn/contracts/events/hunts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { stopWork } from '@cairn/service-kit/lifecycle.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call } from '@cairn/testing/http.ts';
import { type StubServer, startStubServer } from '@cairn/testing/stub-server.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { type Listener, listen } from './listener.ts';

let catalog: StubServer;
let bus: Bus;
let gateway: Gateway | undefined;
let snapshots: ProductSnapshot[];
const listeners: Listener[] = [];

beforeEach(async () => {
  catalog = await startStubServer();
  bus = createMemoryBus();
  snapshots = [snapshot('vt-troll-hunt', 3), snapshot('porter-stash', 5)];
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.leave();
  await gateway?.stop();
  gateway = undefined;
  await catalog.stop();
});

function snapshot(
  handle: string,
  version: number,
  changes: Partial<Product> = {},
): ProductSnapshot {
  const product: Product = {
    id: `id-${handle}`,
    type: 'hunt',
    handle,
    title: handle,
    region: 'Vermont',
    description: 'A hunt.',
    status: 'active',
    base_value: 1_000,
    purchase_bonus: 0,
    price_amount: 20,
    price_currency: 'USD',
    hidden_at: null,
    commitment: null,
    search_area: null,
    images: [],
    participants: 0,
    ...changes,
  };
  return { version, product };
}

/** A gateway that has loaded catalog's list. */
async function startLoaded(changes: Record<string, string> = {}): Promise<Gateway> {
  catalog.answer(listSnapshots, () => snapshots);
  gateway = await startGateway({ ...environmentOf(catalog.url), ...changes }, { bus });
  const { service } = gateway;
  await waitUntil(() => service.products.list(), { what: 'the first list' });
  return gateway;
}

async function publish(next: ProductSnapshot): Promise<void> {
  await deliver(bus, makeEvent(huntUpdated, next));
}

async function listenTo({ url }: Gateway, address?: string): Promise<Listener> {
  const listener = await listen(`${url}/api/products/live`, address);
  listeners.push(listener);
  return listener;
}

async function productsOf({ url }: Gateway): Promise<Product[]> {
  return (await call(`${url}/api/products`)).body as Product[];
}

describe('GET /api/products', () => {
  it('returns 503 until the first list is loaded, which is retried', async () => {
    gateway = await startGateway(environmentOf(catalog.url), { bus });
    const { service, url } = gateway;
    const early = await call(`${url}/api/products`);
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('1');
    catalog.answer(listSnapshots, () => snapshots);
    await waitUntil(() => service.products.list());
    expect(await productsOf(gateway)).toEqual(snapshots.map(({ product }) => product));
  });

  it('returns 304 while unchanged, and a new ETag after a change', async () => {
    const { url } = await startLoaded();
    const first = await call(`${url}/api/products`);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const again = await fetch(`${url}/api/products`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    await publish(snapshot('vt-troll-hunt', 4, { purchase_bonus: 10 }));
    const changed = await fetch(`${url}/api/products`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    const head = await fetch(`${url}/api/products`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(
      String((await changed.arrayBuffer()).byteLength),
    );
  });

  it('keeps the highest version for any order of events', async () => {
    const loaded = await startLoaded();
    const bonuses = async () => (await productsOf(loaded)).map((hunt) => hunt.purchase_bonus);
    await publish(snapshot('vt-troll-hunt', 6, { purchase_bonus: 60 }));
    await publish(snapshot('vt-troll-hunt', 4, { purchase_bonus: 40 }));
    await publish(snapshot('porter-stash', 5, { purchase_bonus: 99 }));
    expect(await bonuses()).toEqual([60, 0]);
    await publish(snapshot('porter-stash', 6, { purchase_bonus: 25 }));
    expect(await bonuses()).toEqual([60, 25]);
  });

  it('appends a new hunt and keeps the order of the list', async () => {
    const loaded = await startLoaded();
    await publish(snapshot('new-hunt', 1));
    await publish(snapshot('porter-stash', 9));
    const handles = (await productsOf(loaded)).map(({ handle }) => handle);
    expect(handles).toEqual(['vt-troll-hunt', 'porter-stash', 'new-hunt']);
  });

  it('continues after an invalid message', async () => {
    const loaded = await startLoaded();
    const message = { topic: 'hunts', key: Buffer.from('x'), headers: {} };
    await bus.publish([
      { ...message, value: null },
      { ...message, value: Buffer.from('{') },
    ]);
    const event = makeEvent(huntUpdated, snapshot('vt-troll-hunt', 7));
    await deliver(bus, { ...event, data: { version: 'x' } });
    await publish(snapshot('vt-troll-hunt', 8, { title: 'Trolls' }));
    expect((await productsOf(loaded))[0]?.title).toBe('Trolls');
  });

  it('loads events from before each group join', async () => {
    const loaded = await startLoaded();
    snapshots = [snapshot('vt-troll-hunt', 4, { purchase_bonus: 10 })];
    await waitUntil(async () => (await productsOf(loaded))[0]?.purchase_bonus === 10);
  });
});

describe('GET /api/products/live', () => {
  it('sends a product only when it changes', async () => {
    const listener = await listenTo(await startLoaded());
    expect(listener.headers.get('content-type')).toBe('text/event-stream');
    expect(listener.headers.get('x-accel-buffering')).toBe('no');
    const changed = snapshot('vt-troll-hunt', 4, { purchase_bonus: 10 });
    await publish(snapshot('porter-stash', 5, { purchase_bonus: 25 }));
    await publish(snapshot('porter-stash', 6));
    await publish(changed);
    await waitUntil(() => listener.events().length > 0);
    expect(listener.events()).toEqual([{ event: 'product', data: changed.product }]);
  });

  it('P-5.5 announces a released clue or update with its hunt only', async () => {
    const listener = await listenTo(await startLoaded());
    const released = {
      huntId: 'id-vt-troll-hunt',
      handle: 'vt-troll-hunt',
      title: 'The hunt',
      clueId: 'c1',
      kind: 'clue',
      clueTitle: 'The title of the clue',
      number: 4,
      publishedAt: new Date().toISOString(),
    } as const;
    await deliver(bus, { ...makeEvent(huntCluePublished, released), version: 99 });
    await deliver(bus, makeEvent(huntCluePublished, released));
    await waitUntil(() => listener.events().length > 0);
    expect(listener.events()).toEqual([{ event: 'released', data: { handle: 'vt-troll-hunt' } }]);
  });

  it('sends to every listener and drops disconnected ones', async () => {
    const loaded = await startLoaded();
    const [one, two] = [await listenTo(loaded), await listenTo(loaded)];
    expect(loaded.service.stream.count()).toBe(2);
    one.leave();
    await waitUntil(() => loaded.service.stream.count() === 1);
    await publish(snapshot('vt-troll-hunt', 4, { status: 'complete' }));
    await waitUntil(() => two.events().length === 1);
  });

  it('refuses a listener above the limit', async () => {
    const loaded = await startLoaded({ LIVE_LISTENERS: '1' });
    await listenTo(loaded);
    const answer = await call(`${loaded.url}/api/products/live`);
    expect(answer).toMatchObject({
      status: 503,
      body: { error: 'Too many are listening. Please try again.' },
    });
  });

  it('P-5.4 limits streams per address, so that others can connect', async () => {
    const loaded = await startLoaded({ LIVE_LISTENERS: '4', LIVE_LISTENERS_PER_ADDRESS: '2' });
    const [one] = [await listenTo(loaded), await listenTo(loaded)];
    const refused = await call(`${loaded.url}/api/products/live`);
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many are listening. Please try again.' },
    });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(refused.headers.get('ratelimit')).toBe('"live-address";r=0;t=10');
    expect(await loaded.service.metrics.registry.metrics()).toMatch(
      /^limits_hit_total\{limit="live-address"[^}]*\} 1$/m,
    );
    const other = await listenTo(loaded, '127.0.0.2');
    expect(other.headers.get('content-type')).toBe('text/event-stream');
    one?.leave();
    await waitUntil(() => loaded.service.stream.count() === 2, { what: 'one who left' });
    const again = await listenTo(loaded);
    expect(again.headers.get('content-type')).toBe('text/event-stream');
    expect((await call(`${loaded.url}/api/products/live`)).status).toBe(429);
  });

  it('disconnects a listener that does not read, without affecting others', async () => {
    const loaded = await startLoaded();
    const slow = await listenTo(loaded);
    const quick = await listenTo(loaded);
    slow.stopReading();
    const description = 'a'.repeat(100_000);
    let version = 10;
    await waitUntil(async () => {
      version += 1;
      await publish(
        snapshot('vt-troll-hunt', version, { description: `${description}${version}` }),
      );
      return loaded.service.stream.count() === 1;
    });
    await waitUntil(() => quick.events().length === version - 10);
  });

  it('ends when the process stops, and refuses later listeners', async () => {
    const loaded = await startLoaded();
    const listener = await listenTo(loaded);
    await stopWork(loaded.service.backgroundServices);
    await waitUntil(() => listener.hasEnded());
    expect((await call(`${loaded.url}/api/products/live`)).status).toBe(503);
  });

  it('returns no stream for HEAD', async () => {
    const loaded = await startLoaded();
    const answer = await call(`${loaded.url}/api/products/live`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(loaded.service.stream.count()).toBe(0);
  });
});
