import { randomUUID } from 'node:crypto';
import { huntCancelled, huntUpdated } from '@cairn/contracts/events/hunts.ts';
import { cancelHunt } from '@cairn/contracts/http/hunt-cancellations.ts';
import { listReleasePlan } from '@cairn/contracts/http/release-plan.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_ID, actsIn, bodyOf, makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, getSnapshot, somewhere, startCatalog } from './start-catalog.ts';

const REASON = 'The river has washed out the road.';
const STASH = { code: 'Wrenhouse-Nook 31', phrase: 'amberjack kettle drift' };

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

describe('POST /api/admin/hunts/:id/cancel', () => {
  it('calls an open hunt off, publishes its status and the command to refund, and logs the act', async () => {
    const hunt = await makeHunt(staff, { status: 'active' });
    await drainOutbox(catalog.pool, catalog.bus);
    const cancelled = bodyOf(await staff.cancelHunt(hunt.id, ` ${REASON} `), cancelHunt.answer);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelled_at: expect.any(String),
      cancellation_reason: REASON,
      unacknowledged_code: null,
    });
    const published = await drainOutbox(catalog.pool, catalog.bus);
    expect(published.map(({ type }) => type)).toEqual([
      huntUpdated.type,
      huntCancelled.type,
      'staff.acted',
    ]);
    expect(huntCancelled.schema.parse(published[1]?.data)).toEqual({
      huntId: hunt.id,
      handle: hunt.handle,
      title: hunt.title,
      reason: REASON,
      cancelledAt: cancelled.cancelled_at,
    });
    expect(actsIn(published)).toMatchObject([
      {
        adminId: ADMIN_ID,
        action: 'hunt_cancel',
        subjectId: hunt.id,
        before: { status: 'active', participants: 0 },
        after: { status: 'cancelled' },
      },
    ]);
    expect((await getSnapshot(catalog.url, hunt.handle)).product.status).toBe('cancelled');
  });

  it('P-3.7 has one effect and one answer for one Idempotency-Key', async () => {
    const hunt = await makeHunt(staff, { status: 'active' });
    const key = randomUUID();
    const answers = [
      await staff.cancelHunt(hunt.id, REASON, key),
      await staff.cancelHunt(hunt.id, REASON, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const published = await drainOutbox(catalog.pool, catalog.bus);
    expect(published.filter(({ type }) => type === huntCancelled.type)).toHaveLength(1);
    expect(await staff.cancelHunt(hunt.id, REASON)).toMatchObject({
      status: 409,
      body: { error: 'This hunt is called off already.' },
    });
  });

  it('refuses a draft, a complete hunt, an unknown hunt and an empty reason', async () => {
    const draft = await makeHunt(staff, { status: 'draft' });
    const won = await makeHunt(staff, { status: 'active', treasure_code: 'Quillwort-Ferryman' });
    expect((await claim(won.handle, 'Quillwort-Ferryman')).status).toBe(200);
    expect((await staff.cancelHunt(draft.id, REASON)).status).toBe(409);
    expect((await staff.cancelHunt(won.id, REASON)).status).toBe(409);
    expect((await staff.cancelHunt('unknown', REASON)).status).toBe(404);
    expect((await staff.cancelHunt(draft.id, ' \n')).status).toBe(400);
  });

  it('refuses claims and the stash code from then on, right and wrong codes alike', async () => {
    const code = 'Sedgefield-Anvil';
    const hunt = await makeHunt(staff, { status: 'active', treasure_code: code, stash: STASH });
    await staff.cancelHunt(hunt.id, REASON);
    for (const entered of [code, 'Another-Wrong-Code']) {
      expect(await claim(hunt.handle, entered)).toMatchObject({
        status: 409,
        body: { error: 'This hunt was called off' },
      });
    }
    const url = `${catalog.url}/api/porter-stash-code/verify`;
    const opened = await call(url, { json: { code: STASH.code }, headers: somewhere() });
    expect(opened.status).toBe(422);
  });

  it('plans and announces no clue any more, and is final', async () => {
    const hunt = await makeHunt(staff, { status: 'active' });
    const clue = await makeClue(staff, hunt.id, { publish_at: '2099-01-01T12:00:00.000Z' });
    await staff.cancelHunt(hunt.id, REASON);
    const { releases } = bodyOf(await staff.listPlan(), listReleasePlan.answer);
    expect(releases.map(({ id }) => id)).not.toContain(clue.id);
    for (const change of [{ status: 'active' }, { handle: 'other' }, { base_value: 1 }]) {
      expect((await staff.updateHunt(hunt.id, change)).status).toBe(409);
    }
    expect((await staff.updateHunt(hunt.id, { description: 'Called off.' })).status).toBe(200);
  });
});

function claim(handle: string, code: string) {
  return call(`${catalog.url}/api/hunts/${handle}/claim`, { json: { code }, headers: somewhere() });
}
