import { randomUUID } from 'node:crypto';
import {
  createClue,
  createHunt,
  getStaffHunt,
  updateHunt,
} from '@cairn/contracts/http/staff-hunts.ts';
import { acknowledgeTreasureCode, getTreasureCode } from '@cairn/contracts/http/treasure-codes.ts';
import { deleteExpiredKeys } from '@cairn/events/idempotency.store.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN_ID,
  actsIn,
  bodyOf,
  makeHunt,
  newClue,
  newHunt,
  type Staff,
  staffOf,
} from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;
let key: string;

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
beforeEach(async () => {
  key = randomUUID();
  await drainOutbox(catalog.pool, catalog.bus);
});
afterAll(() => catalog.stop());

const acts = async () =>
  actsIn(await drainOutbox(catalog.pool, catalog.bus)).map(({ action }) => action);

describe('a staff call with an Idempotency-Key', () => {
  it('P-3.7 has one effect and one answer, however often and from whichever copy it is repeated', async () => {
    const { id } = await makeHunt(staff);
    await acts();
    const copy = staffOf((await catalog.startCopy()).url);
    const send = (through: Staff) => through.send(createClue, { id }, newClue(), { key });
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send(index % 2 ? copy : staff)),
    );
    const answers = [...atOnce, await send(copy)];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await staff.listClues(id)).body).toMatchObject({ clues: [{ number: 1 }] });
    expect(await acts()).toEqual(['clue_create']);
  });

  it('P-3.7 is 409 with another body or another subject, and changes nothing', async () => {
    const [one, other] = [await makeHunt(staff), await makeHunt(staff)];
    expect((await staff.send(updateHunt, { id: one.id }, { title: 'New' }, { key })).status).toBe(
      200,
    );
    for (const [id, title] of [
      [one.id, 'Newer'],
      [other.id, 'New'],
    ] as const) {
      const answer = await staff.send(updateHunt, { id }, { title }, { key });
      expect(answer).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('Key') },
      });
    }
    expect((await staff.getHunt(one.id)).body).toMatchObject({ title: 'New' });
    expect((await staff.getHunt(other.id)).body).toMatchObject({ title: other.title });
  });

  it('is the same whatever the order of the fields, and another one for another admin', async () => {
    const { id } = await makeHunt(staff);
    const { kind, ...rest } = newClue();
    const first = await staff.send(createClue, { id }, { kind, ...rest }, { key });
    const again = await staff.send(createClue, { id }, { ...rest, kind }, { key });
    expect(again.body).toEqual(first.body);
    const by = adminToken(randomUUID());
    expect((await staff.send(createClue, { id }, newClue(), { key, by })).body).toMatchObject({
      number: 2,
    });
  });

  it('stores a refusal, and rolls back what was written before it', async () => {
    const { handle } = await makeHunt(staff);
    const command = newHunt({ handle });
    const refused = await staff.send(createHunt, {}, command, { key });
    expect(refused.status).toBe(409);
    await catalog.pool.query(`UPDATE hunts SET handle = handle || '-old' WHERE handle = $1`, [
      handle,
    ]);
    const again = await staff.send(createHunt, {}, command, { key });
    expect(again).toMatchObject({ status: 409, body: { error: errorOf(refused.body) } });
    expect((await staff.createHunt(command)).status).toBe(201);
  });

  it('stores no answer of a call that failed validation', async () => {
    expect((await staff.send(createHunt, {}, newHunt({ title: ' ' }), { key })).status).toBe(400);
    expect((await staff.send(createHunt, {}, newHunt(), { key })).status).toBe(201);
  });

  it.each(['', 'two words', 'é', 'x'.repeat(201)])('refuses the key "%s"', async (given) => {
    const headers = { 'idempotency-key': given };
    const { id } = await makeHunt(staff);
    const answer = await call(`${catalog.url}/api/admin/hunts/${id}`, {
      method: 'PATCH',
      token: adminToken(ADMIN_ID),
      headers,
      json: { title: 'New' },
    });
    expect(answer.status).toBe(400);
  });

  it('is executed again after 24 h, and its answer is purged', async () => {
    const { id } = await makeHunt(staff);
    await staff.send(createClue, { id }, newClue(), { key });
    await expire();
    expect((await staff.send(createClue, { id }, newClue(), { key })).body).toMatchObject({
      number: 2,
    });
    await expire();
    expect(await deleteExpiredKeys(catalog.pool, new Date(), 100)).toBeGreaterThan(0);
    const { rowCount } = await catalog.pool.query('SELECT FROM idempotency_keys WHERE key = $1', [
      key,
    ]);
    expect(rowCount).toBe(0);
  });

  async function expire(): Promise<void> {
    await catalog.pool.query(
      `UPDATE idempotency_keys SET expires_at = now() - interval '1 second' WHERE key = $1`,
      [key],
    );
  }
});

describe('a generated treasure code', () => {
  it('P-5.7 needs a key, and nothing is made without one', async () => {
    const json = newHunt();
    const send = (command: unknown) =>
      call(`${catalog.url}/api/admin/hunts`, { token: adminToken(ADMIN_ID), json: command });
    expect(await send(json)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Idempotency-Key') },
    });
    expect(await acts()).toEqual([]);
    expect((await send({ ...json, treasure_code: 'Quill-Ferry-7731' })).status).toBe(201);
  });

  it('P-5.7 is answered again to a repeat until it is acknowledged, however long that takes', async () => {
    const command = newHunt({ status: 'active' });
    const first = await staff.send(createHunt, {}, command, { key });
    const { id, treasure_code } = bodyOf(first, createHunt.answer, 201);
    expect(treasure_code).toBeDefined();
    await catalog.pool.query(`UPDATE idempotency_keys SET created_at = now() - interval '90 days'`);
    await deleteExpiredKeys(catalog.pool, new Date(Date.now() + 86_400_000 * 30), 100);
    expect((await staff.send(createHunt, {}, command, { key })).body).toEqual(first.body);
    expect((await staff.getHunt(id)).body).toMatchObject({
      unacknowledged_code: { admin_id: ADMIN_ID },
    });

    expect((await acknowledge(id)).status).toBe(200);
    expect((await acknowledge(id)).status).toBe(200);
    const after = await staff.send(createHunt, {}, command, { key });
    expect(after.status).toBe(201);
    expect(after.body).not.toHaveProperty('treasure_code');
    expect((await staff.send(getTreasureCode, { id })).status).toBe(404);
    const { unacknowledged_code, status } = bodyOf(await staff.getHunt(id), getStaffHunt.answer);
    expect({ unacknowledged_code, status }).toEqual({
      unacknowledged_code: null,
      status: 'active',
    });
    expect(await acts()).toEqual(['hunt_create', 'treasure_code_acknowledge']);
  });

  it('P-5.7 is shown again to the admin it was generated for, and to no other', async () => {
    const { id, treasure_code } = await makeHunt(staff);
    await acts();
    const by = adminToken(randomUUID());
    expect((await staff.send(getTreasureCode, { id })).body).toEqual({ treasure_code });
    expect((await staff.send(getTreasureCode, { id }, undefined, { by })).status).toBe(403);
    expect((await staff.send(acknowledgeTreasureCode, { id }, {}, { by })).status).toBe(403);
    expect((await staff.send(getTreasureCode, { id })).status).toBe(200);
    expect(await acts()).toEqual(['treasure_code_view', 'treasure_code_view']);
  });

  it('P-5.7 of an admin whose account was deleted can be confirmed by another', async () => {
    const [adminId, by] = [randomUUID(), adminToken(randomUUID())];
    const made = await staff.send(createHunt, {}, newHunt(), { by: adminToken(adminId) });
    const { id, treasure_code } = bodyOf(made, createHunt.answer, 201);
    await catalog.pool.query('INSERT INTO erased_users (user_id) VALUES ($1)', [adminId]);
    expect((await staff.send(getTreasureCode, { id }, undefined, { by })).body).toEqual({
      treasure_code,
    });
    expect((await staff.send(acknowledgeTreasureCode, { id }, {}, { by })).status).toBe(200);
  });

  it('P-5.5 is stored sealed only', async () => {
    const { treasure_code = '' } = await makeHunt(staff);
    const { rows } = await catalog.pool.query('SELECT k::text AS row FROM idempotency_keys k');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ row }) => row).join()).not.toContain(treasure_code);
  });

  it('is no longer shown once staff have set one of their own', async () => {
    const { id } = await makeHunt(staff);
    await staff.updateHunt(id, { treasure_code: 'Quill-Ferry-7731' });
    expect((await staff.send(getTreasureCode, { id })).status).toBe(404);
  });

  function acknowledge(id: string) {
    return staff.send(acknowledgeTreasureCode, { id }, {});
  }
});

function errorOf(body: unknown): unknown {
  return (body as { error: unknown }).error;
}
