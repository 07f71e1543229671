import { randomUUID } from 'node:crypto';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { getOffer, listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHunts } from '../src/seed/seed.service.ts';
import { vtTrollHunt } from '../src/seed/vt-troll-hunt.ts';
import { type Catalog, getSnapshot, getSnapshots, startCatalog } from './start-catalog.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
});

afterAll(async () => {
  await catalog.stop();
});

describe('the seed', () => {
  it('starts with an empty schema and no published events', async () => {
    expect(await getSnapshots(catalog.url)).toEqual([]);
    expect(await drainOutbox(catalog.pool, catalog.bus)).toEqual([]);
  });

  it('makes both hunts and publishes each as it is listed', async () => {
    expect(await catalog.seed()).toEqual(['vt-troll-hunt', 'porter-stash']);
    const events = await drainOutbox(catalog.pool, catalog.bus);
    const snapshots = await getSnapshots(catalog.url);
    expect(events.map(({ type }) => type)).toEqual(['hunt.updated', 'hunt.updated']);
    expect(events.map(({ data }) => huntUpdated.schema.parse(data))).toEqual(snapshots);
    expect(events.map(({ key }) => key)).toEqual(snapshots.map(({ product }) => product.id));
  });

  it('changes no existing hunt and publishes nothing again', async () => {
    await catalog.pool.query("UPDATE hunts SET title = 'Renamed' WHERE handle = 'porter-stash'");
    const before = await getSnapshots(catalog.url);
    expect(await catalog.seed()).toEqual([]);
    expect(await getSnapshots(catalog.url)).toEqual(before);
    expect(before[1]?.product.title).toBe('Renamed');
    expect(await drainOutbox(catalog.pool, catalog.bus)).toEqual([]);
    const { rows } = await catalog.pool.query('SELECT count(*)::int AS n FROM clues');
    expect(rows[0].n).toBe(7);
  });

  it('fits the contract: the troll hunt', async () => {
    const { product, version } = await getSnapshot(catalog.url, 'vt-troll-hunt');
    expect(version).toBe(1);
    expect(product).toMatchObject({
      type: 'hunt',
      region: 'Vermont',
      status: 'active',
      price_amount: 20,
      price_currency: 'USD',
      base_value: 1_000,
      purchase_bonus: 0,
      participants: 0,
      search_area: null,
      images: [],
    });
    expect(product.commitment).toMatch(/^[0-9a-f]{64}$/);
    const age = Date.now() - Date.parse(product.hidden_at ?? '');
    expect(Math.floor(age / (24 * 3600 * 1000))).toBe(40);
  });

  it('fits the contract: the Porter stash', async () => {
    const { product } = await getSnapshot(catalog.url, 'porter-stash');
    expect(product).toMatchObject({
      region: 'Northeastern USA',
      status: 'active',
      price_amount: 50,
      base_value: 10_000,
      purchase_bonus: 0,
      search_area: { radius_m: 12_000, caption: expect.stringContaining('may shrink and shift') },
    });
  });

  it('creates no hunt without a code', async () => {
    const { context, pool, config } = catalog;
    const seed = { ...vtTrollHunt, handle: 'no-code' };
    await expect(seedHunts({ pool, publish: context.publish, config }, [seed])).rejects.toThrow(
      'no-code',
    );
    const { rows } = await pool.query("SELECT 1 FROM hunts WHERE handle = 'no-code'");
    expect(rows).toEqual([]);
  });
});

describe('an offer', () => {
  it('returns the current price and bonus in cents', async () => {
    const { product } = await getSnapshot(catalog.url, 'vt-troll-hunt');
    const { status, body } = await call(`${catalog.url}/internal/products/${product.id}/offer`, {
      isInternal: true,
    });
    expect(status).toBe(200);
    expect(getOffer.answer.parse(body)).toEqual({
      productId: product.id,
      version: expect.any(Number),
      handle: 'vt-troll-hunt',
      title: product.title,
      region: 'Vermont',
      status: 'active',
      priceCents: 2_000,
      currency: 'USD',
      bonusCents: 1_000,
    });
  });

  it('returns 404 for an unknown id of any form', async () => {
    for (const id of [randomUUID(), 'prod_123', "'; DROP TABLE hunts; --"]) {
      const path = `/internal/products/${encodeURIComponent(id)}/offer`;
      expect((await call(catalog.url + path, { isInternal: true })).status).toBe(404);
    }
  });
});

describe('the internal calls', () => {
  it('are refused to all callers except our own processes, also to admins', async () => {
    const token = tokenFor({ userId: randomUUID(), isAdmin: true });
    for (const path of [listSnapshots.path, `/internal/products/${randomUUID()}/offer`]) {
      expect((await call(catalog.url + path)).status).toBe(403);
      expect((await call(catalog.url + path, { token })).status).toBe(403);
    }
  });
});

it('is ready', async () => {
  const { status, body } = await call(`${catalog.url}/readyz`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ready', missing: [] });
});
