import { randomUUID } from 'node:crypto';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { updateHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actsIn, bodyOf, makeHunt, newHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, getSnapshot, somewhere, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
beforeEach(async () => {
  await drainOutbox(catalog.pool, catalog.bus);
});
afterAll(() => catalog.stop());

const events = () => drainOutbox(catalog.pool, catalog.bus);

function claim(handle: string, code: string) {
  return call(`${catalog.url}/api/hunts/${handle}/claim`, { json: { code }, headers: somewhere() });
}

describe('a change of a hunt', () => {
  it('keeps the earlier circles of an active hunt, at most ten, and no change of the caption alone', async () => {
    const circle = (radius_m: number) => ({ lat: 44, lng: -72, radius_m });
    const hunt = await makeHunt(staff, { search_area: circle(90) });
    const radii = async () => {
      const { product } = await getSnapshot(catalog.url, hunt.handle);
      return product.previous_search_areas?.map(({ radius_m }) => radius_m);
    };
    await staff.updateHunt(hunt.id, { search_area: circle(80) });
    expect(await radii()).toEqual([]);
    await staff.updateHunt(hunt.id, { status: 'active' });
    await staff.updateHunt(hunt.id, { search_area: { ...circle(80), caption: 'Closer' } });
    expect(await radii()).toEqual([]);
    await staff.updateHunt(hunt.id, { search_area: circle(70) });
    await staff.updateHunt(hunt.id, { search_area: circle(60) });
    expect(await radii()).toEqual([80, 70]);
    for (let radius = 50; radius > 40; radius -= 1) {
      await staff.updateHunt(hunt.id, { search_area: circle(radius) });
    }
    expect(await radii()).toEqual([60, 50, 49, 48, 47, 46, 45, 44, 43, 42]);
  });

  it('is stored, published with a higher version, and recorded with its fields', async () => {
    const { treasure_code: _, ...hunt } = await makeHunt(staff, { status: 'active' });
    await events();
    const area = { lat: 44.1, lng: -69.2, radius_m: 5_000, caption: 'Inside.' };
    const images = [{ src: '/images/box.jpg', alt: 'The box' }];
    const changes = {
      price_amount: 25,
      intro: 'Rewritten.',
      search_area: area,
      images,
      title: hunt.title,
    };
    const changed = bodyOf(await staff.updateHunt(hunt.id, changes), updateHunt.answer);
    expect(changed).toEqual({
      ...hunt,
      ...changes,
      version: hunt.version + 1,
      edited_at: expect.any(String),
    });
    const published = await events();
    const snapshot = huntUpdated.schema.parse(published[0]?.data);
    expect(snapshot).toMatchObject({
      version: 2,
      product: { price_amount: 25, search_area: area, images },
    });
    expect(actsIn(published)).toMatchObject([
      {
        action: 'hunt_update',
        before: { price_amount: 19.99, search_area: null, images: [] },
        after: { price_amount: 25, search_area: area, images, also_changed: ['intro'] },
      },
    ]);
    expect(JSON.stringify(actsIn(published))).not.toContain('Rewritten.');
  });

  it('without an effect publishes nothing', async () => {
    const hunt = await makeHunt(staff, { search_area: { lat: 1, lng: 2, radius_m: 3 } });
    await events();
    const { title, search_area, hidden_at, status } = hunt;
    const same = { title, search_area, hidden_at, status };
    expect((await staff.updateHunt(hunt.id, same)).status).toBe(200);
    expect((await staff.updateHunt(hunt.id, {})).status).toBe(200);
    expect(await events()).toEqual([]);
  });

  it('of the handle is allowed until the hunt is open, and never to a handle of another hunt', async () => {
    const [one, other] = [await makeHunt(staff), await makeHunt(staff)];
    expect((await staff.updateHunt(one.id, { handle: other.handle })).status).toBe(409);
    const moved = await staff.updateHunt(one.id, { handle: 'moved-on', status: 'active' });
    expect(moved).toMatchObject({ status: 200, body: { handle: 'moved-on', status: 'active' } });
    expect((await staff.updateHunt(one.id, { handle: 'and-again' })).status).toBe(409);
    expect((await staff.updateHunt(one.id, { handle: 'moved-on' })).status).toBe(200);
  });

  it('cannot complete a hunt or close it again', async () => {
    const upcoming = await makeHunt(staff);
    const active = await makeHunt(staff, { status: 'active' });
    expect((await staff.updateHunt(upcoming.id, { status: 'complete' })).status).toBe(409);
    expect((await staff.updateHunt(active.id, { status: 'complete' })).status).toBe(409);
    expect((await staff.updateHunt(active.id, { status: 'upcoming' })).status).toBe(409);
  });

  it('of the prize ends with the hunt; its texts may still be corrected', async () => {
    const { id, handle, treasure_code = '' } = await makeHunt(staff, { status: 'active' });
    expect((await claim(handle, treasure_code)).status).toBe(200);
    expect((await staff.updateHunt(id, { base_value: 1 })).status).toBe(409);
    expect((await staff.updateHunt(id, { bonus_per_purchase: 1 })).status).toBe(409);
    expect((await staff.updateHunt(id, { status: 'active' })).status).toBe(409);
    const corrected = await staff.updateHunt(id, { title: 'The Lantern Lane' });
    expect(corrected).toMatchObject({ status: 200, body: { status: 'complete' } });
  });

  it('of a stash: set, replaced, taken away, and never the code of another', async () => {
    const [one, other] = [await makeHunt(staff), await makeHunt(staff)];
    const open = (code: string) =>
      call(`${catalog.url}/api/porter-stash-code/verify`, { json: { code }, headers: somewhere() });
    const stash = { code: 'Otter-Bridge-4410', phrase: 'a first phrase' };
    await staff.updateHunt(one.id, { stash });
    expect(await open('otter bridge 441o')).toMatchObject({ body: { message: 'a first phrase' } });
    expect((await staff.updateHunt(other.id, { stash })).status).toBe(409);
    await staff.updateHunt(one.id, { stash: { ...stash, phrase: 'a second phrase' } });
    expect(await open(stash.code)).toMatchObject({ body: { message: 'a second phrase' } });
    const without = await staff.updateHunt(one.id, { stash: null });
    expect(without).toMatchObject({ body: { has_stash: false } });
    expect((await open(stash.code)).status).toBe(422);
  });

  it('of a hunt that does not exist is 404, whatever its id looks like', async () => {
    for (const id of [randomUUID(), 'prod_1', "' OR 1=1 --"]) {
      expect((await staff.getHunt(id)).status).toBe(404);
      expect((await staff.updateHunt(id, { title: 'x' })).status).toBe(404);
      expect((await staff.listClues(id)).status).toBe(404);
    }
  });

  it('is refused to players and to internal callers', async () => {
    const url = `${catalog.url}/api/admin/hunts`;
    const json = newHunt();
    const token = tokenFor({ userId: randomUUID() });
    expect((await call(url, { token, json })).status).toBe(403);
    expect((await call(url, { token })).status).toBe(403);
    expect((await call(url, { isInternal: true, json })).status).toBe(401);
  });
});
