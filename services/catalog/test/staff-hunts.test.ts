import { randomUUID } from 'node:crypto';
import { huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { getFairness } from '@cairn/contracts/http/claims.ts';
import { getHuntData } from '@cairn/contracts/http/hunts.ts';
import { getStaffHunt, listStaffHunts, updateHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { normaliseCode } from '../src/codes/code.ts';
import {
  ADMIN_ID,
  actsIn,
  bodyOf,
  makeClue,
  makeHunt,
  newHunt,
  type Staff,
  staffOf,
} from './staff.ts';
import {
  type Catalog,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
  somewhere,
  startCatalog,
} from './start-catalog.ts';

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

function readAs(userId: string, handle: string, isAdmin = false) {
  return call(`${catalog.url}/api/hunt/data/${handle}`, { token: tokenFor({ userId, isAdmin }) });
}

function claim(handle: string, code: string) {
  return call(`${catalog.url}/api/hunts/${handle}/claim`, { json: { code }, headers: somewhere() });
}

describe('a new hunt', () => {
  it('is upcoming, listed and published, with a code that is returned once', async () => {
    const { treasure_code, ...hunt } = await makeHunt(staff, { handle: 'lantern-road' });
    expect(hunt).toMatchObject({
      handle: 'lantern-road',
      status: 'upcoming',
      price_amount: 19.99,
      price_currency: 'USD',
      base_value: 500,
      bonus_per_purchase: 7.5,
      purchase_bonus: 0,
      commitment: null,
      committed_at: null,
      hidden_at: null,
      has_treasure_code: true,
      has_stash: false,
      images: [],
    });
    expect(bodyOf(await staff.getHunt(hunt.id), getStaffHunt.answer)).toEqual(hunt);
    const { hunts } = bodyOf(await staff.listHunts(), listStaffHunts.answer);
    expect(hunts).toContainEqual(hunt);
    const published = await events();
    expect(published.map(({ type }) => type)).toEqual(['hunt.updated', 'staff.acted']);
    const [event] = published;
    expect(huntUpdated.schema.parse(event?.data)).toEqual(
      await getSnapshot(catalog.url, 'lantern-road'),
    );
    expect(actsIn(published)).toEqual([
      {
        adminId: ADMIN_ID,
        action: 'hunt_create',
        subjectType: 'hunt',
        subjectId: hunt.id,
        before: null,
        after: {
          handle: 'lantern-road',
          title: hunt.title,
          region: hunt.region,
          status: 'upcoming',
        },
        at: expect.any(String),
      },
    ]);
    expect(treasure_code).toBeDefined();
  });

  it('P-5.5 gets a code of at least 60 bits, another each time', async () => {
    const codes = new Set<string>();
    for (let index = 0; index < 20; index += 1) {
      const { treasure_code = '' } = await makeHunt(staff);
      const code = normaliseCode(treasure_code);
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]+$/);
      // From 30 letters and digits without look-alikes.
      expect(code.length * Math.log2(30)).toBeGreaterThanOrEqual(60);
      codes.add(code);
    }
    expect(codes.size).toBe(20);
  });

  it('P-5.5 keeps a code and a phrase that staff entered from every answer, event and row', async () => {
    const secrets = {
      treasure_code: 'Quillwort-Ferryman',
      stash: { code: 'Wrenhouse-Nook', phrase: 'amberjack kettle drift' },
    };
    const hunt = await makeHunt(staff, secrets);
    expect(hunt).toMatchObject({ has_treasure_code: true, has_stash: true });
    await staff.updateHunt(hunt.id, {
      treasure_code: 'Sedgefield-Anvil',
      stash: { code: 'Tealwater-Post', phrase: 'cinderpath violet hatch' },
    });
    const { rows } = await catalog.pool.query(
      'SELECT t::text FROM treasure_codes t UNION ALL SELECT s::text FROM stashes s',
    );
    const seen = JSON.stringify([
      hunt,
      (await staff.getHunt(hunt.id)).body,
      (await staff.listHunts()).body,
      await events(),
      rows,
    ]).toLowerCase();
    // Long words: a few digits or letters are sooner or later part of an id or a sealed text.
    for (const word of ['quillwort', 'wrenhouse', 'amberjack']) expect(seen).not.toContain(word);
    for (const word of ['sedgefield', 'tealwater', 'cinderpath']) expect(seen).not.toContain(word);
  });

  it('is refused for a handle of another hunt, also with concurrent calls', async () => {
    const command = newHunt({ handle: 'only-one' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => staff.createHunt(command)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it.each([
    ['without a title', { title: ' ' }],
    ['without a price', { price_amount: 0 }],
    ['with a handle that is none', { handle: 'No Such' }],
    ['complete from the start', { status: 'complete' }],
    ['with a short code', { treasure_code: 'ABC-123' }],
    ['with a code of dashes', { treasure_code: '- - - - - - - - -' }],
    ['with an image of another host', { images: [{ src: 'https://evil.example/x.png', alt: '' }] }],
    ['with an area of no size', { search_area: { lat: 1, lng: 1, radius_m: 0 } }],
  ])('is refused %s, and leaves nothing', async (_, changes) => {
    const before = await catalog.pool.query('SELECT count(*) FROM hunts');
    expect((await staff.createHunt(newHunt(changes))).status).toBe(400);
    expect((await catalog.pool.query('SELECT count(*) FROM hunts')).rows).toEqual(before.rows);
    expect(await events()).toEqual([]);
  });

  it('comes after the others in the list', async () => {
    const { handle } = await makeHunt(staff);
    const { hunts } = bodyOf(await staff.listHunts(), listStaffHunts.answer);
    expect(hunts.at(-1)?.handle).toBe(handle);
  });
});

describe('opening a hunt', () => {
  it('commits to the code, sets the hiding time, and is published', async () => {
    const hunt = await makeHunt(staff);
    await events();
    const opened = bodyOf(await staff.updateHunt(hunt.id, { status: 'active' }), updateHunt.answer);
    expect(opened).toMatchObject({ status: 'active', hidden_at: expect.any(String) });
    expect(opened.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(opened.committed_at).not.toBeNull();
    const published = await events();
    expect(published.map(({ type }) => type)).toEqual(['hunt.updated', 'staff.acted']);
    const snapshot = huntUpdated.schema.parse(published[0]?.data);
    expect(snapshot).toMatchObject({
      version: 2,
      product: { status: 'active', commitment: opened.commitment, hidden_at: opened.hidden_at },
    });
    expect(actsIn(published)).toMatchObject([
      { action: 'hunt_open', before: { status: 'upcoming' }, after: { status: 'active' } },
    ]);
  });

  it('keeps the moment of hiding that staff have set', async () => {
    const hidden_at = '2026-01-02T03:04:05.000Z';
    const hunt = await makeHunt(staff, { hidden_at, status: 'active' });
    expect(hunt.hidden_at).toBe(hidden_at);
    expect((await staff.updateHunt(hunt.id, { hidden_at: null })).status).toBe(409);
  });

  it('at once, under the last code that was set, and that one is the one to find', async () => {
    const { id, handle } = await makeHunt(staff, { treasure_code: 'Quill-Ferry-7731' });
    await staff.updateHunt(id, { treasure_code: 'Sedge-Anvil-9920', status: 'active' });
    expect((await claim(handle, 'Quill-Ferry-7731')).status).toBe(422);
    expect((await claim(handle, 'sedge anvil 992O')).status).toBe(200);
  });

  it('P-5.5 makes the code unchangeable for all admins', async () => {
    const { id, handle, commitment } = await makeHunt(staff, { status: 'active' });
    const late = { treasure_code: 'Quill-Ferry-7731' };
    expect((await staff.updateHunt(id, late)).status).toBe(409);
    expect((await staff.updateHunt(id, { ...late, status: 'active' })).status).toBe(409);
    expect((await getSnapshot(catalog.url, handle)).product.commitment).toBe(commitment);
    expect((await claim(handle, late.treasure_code)).status).toBe(422);
  });

  it('happens once with two concurrent calls', async () => {
    const { id } = await makeHunt(staff);
    await events();
    const answers = await Promise.all([
      staff.updateHunt(id, { status: 'active' }),
      staff.updateHunt(id, { status: 'active' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(actsIn(await events()).map(({ action }) => action)).toEqual(['hunt_open']);
  });
});

it('a hunt made here is joined, read and won under its handle like the seeded ones', async () => {
  const made = await makeHunt(staff);
  const { id, handle, treasure_code = '' } = made;
  const userId = randomUUID();
  await makeClue(staff, id, { publish_at: new Date().toISOString() });
  const offer = () => call(`${catalog.url}/internal/products/${id}/offer`, { isInternal: true });
  expect(await offer()).toMatchObject({ body: { status: 'upcoming', priceCents: 1_999 } });
  expect((await claim(handle, treasure_code)).status).toBe(409);

  await staff.updateHunt(id, { status: 'active' });
  expect(await offer()).toMatchObject({ body: { status: 'active', bonusCents: 750 } });
  expect((await readAs(userId, handle)).status).toBe(403);
  await handOver(catalog.url, recorded(newPurchase(id, userId), { bonusCents: 750 }));
  const page = bodyOf(await readAs(userId, handle), getHuntData.answer);
  expect(page.clues.map(({ title }) => title)).toEqual(['First light']);
  expect((await getSnapshot(catalog.url, handle)).product).toMatchObject({
    purchase_bonus: 7.5,
    participants: 1,
  });

  const fairness = await call(`${catalog.url}/api/hunts/${handle}/fairness`);
  expect(bodyOf(fairness, getFairness.answer)).toMatchObject({ reveal: null, previous: [] });
  expect((await claim(handle, treasure_code.toLowerCase())).status).toBe(200);
  expect((await getSnapshot(catalog.url, handle)).product.status).toBe('complete');
  expect(await offer()).toMatchObject({ body: { status: 'complete' } });
});
