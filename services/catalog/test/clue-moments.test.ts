import { getHuntData } from '@cairn/contracts/http/hunts.ts';
import { listStaffClues } from '@cairn/contracts/http/staff-hunts.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_ID, bodyOf, makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;
const admin = tokenFor({ userId: ADMIN_ID, isAdmin: true });

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
afterAll(() => catalog.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function read(handle: string) {
  const answer = await call(`${catalog.url}/api/hunt/data/${handle}`, { token: admin });
  return bodyOf(answer, getHuntData.answer);
}

async function listClues(huntId: string) {
  return bodyOf(await staff.listClues(huntId), listStaffClues.answer).clues;
}

describe('P-5.5 the moment of a clue', () => {
  async function now(): Promise<number> {
    const { rows } = await catalog.pool.query(
      'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms',
    );
    return Number(rows[0].ms);
  }

  it('divides the answers: none shows it before, every one after, by the clock of the database', async () => {
    const seen = { before: 0, after: 0 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -40, max: 120 }), async (offset) => {
        const { id, handle } = await makeHunt(staff, { status: 'active' });
        const moment = Math.round((await now()) + offset);
        await makeClue(staff, id, { publish_at: new Date(moment).toISOString() });
        for (let isAfter = false; !isAfter; ) {
          const asked = await now();
          const pages = await Promise.all([read(handle), read(handle), read(handle)]);
          const answered = await now();
          for (const { clues, next_release_at } of pages) {
            // Out, or to come: never both, never neither.
            expect(next_release_at === null).toBe(clues.length === 1);
            if (clues.length === 1) expect(answered).toBeGreaterThanOrEqual(moment);
            else expect(asked).toBeLessThan(moment);
            seen[clues.length === 1 ? 'after' : 'before'] += 1;
          }
          isAfter = asked > moment;
        }
      }),
      // One that is surely still to come when it has been written, on a slow machine too.
      { numRuns: 25, examples: [[1_500]] },
    );
    expect(seen.before).toBeGreaterThan(0);
    expect(seen.after).toBeGreaterThan(0);
  });

  it('ends what staff may change, also for who waited for the announcement in the meantime', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    const acts = [
      (clueId: string) => staff.updateClue(id, clueId, { publish_at: inHours(1) }),
      (clueId: string) => staff.deleteClue(id, clueId),
    ];
    for (const act of acts) {
      const moment = new Date(Date.now() + 400);
      const clue = await makeClue(staff, id, { publish_at: moment.toISOString() });
      const announcing = await catalog.pool.connect();
      await announcing.query('BEGIN');
      await announcing.query('SELECT 1 FROM clues WHERE id = $1 FOR UPDATE', [clue.id]);
      const answer = act(clue.id);
      await waitUntil(async () => {
        const { rows } = await catalog.pool.query(
          `SELECT clock_timestamp() > $1 AND EXISTS (
             SELECT FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock') AS is_time`,
          [moment],
        );
        return rows[0].is_time;
      });
      await announcing.query('UPDATE clues SET announced_at = now() WHERE id = $1', [clue.id]);
      await announcing.query('COMMIT');
      announcing.release();
      expect((await answer).status).toBe(409);
      expect((await listClues(id)).find((one) => one.id === clue.id)).toMatchObject({
        publish_at: moment.toISOString(),
        is_published: true,
      });
    }
  });
});
