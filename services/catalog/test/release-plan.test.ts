import { randomUUID } from 'node:crypto';
import { exportReleasePlan, listReleasePlan } from '@cairn/contracts/http/release-plan.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;

beforeAll(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
afterAll(() => catalog.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('the release plan', () => {
  it('is what will come out over all hunts, the next one first, without its text', async () => {
    const [open, waiting] = [
      await makeHunt(staff, { status: 'active' }),
      await makeHunt(staff, { title: 'The Long Wait' }),
    ];
    const third = await makeClue(staff, open.id, { publish_at: inHours(30) });
    const first = await makeClue(staff, waiting.id, { publish_at: inHours(-1) });
    const second = await makeClue(staff, open.id, { kind: 'update', publish_at: inHours(20) });
    await makeClue(staff, open.id, { publish_at: inHours(-1) });
    await makeClue(staff, open.id);
    const { releases } = bodyOf(await staff.listPlan(), listReleasePlan.answer);
    const own = releases.filter(({ hunt_id }) => [open.id, waiting.id].includes(hunt_id));
    expect(own.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect(own[0]).toMatchObject({ hunt_title: 'The Long Wait', hunt_status: 'upcoming' });
    expect(JSON.stringify(releases)).not.toContain('Keep the water');
    const times = releases.map(({ publish_at }) => Date.parse(publish_at ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('has pages by key in both directions, of one hunt, and is exported as CSV', async () => {
    const hunt = await makeHunt(staff, { status: 'active', title: '=Long' });
    const ids: string[] = [];
    // Two at a time are due at the same time: their numbers decide.
    const times = [inHours(10), inHours(20)];
    for (const publish_at of [times[0], times[0], times[1], times[1]])
      ids.push((await makeClue(staff, hunt.id, { publish_at })).id);
    const list = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ hunt: hunt.id, ...query });
      const url = `${catalog.url}${listReleasePlan.path}?${search}`;
      return bodyOf(await call(url, { token: adminToken() }), listReleasePlan.answer);
    };
    const idsOf = async (query: Record<string, string>) =>
      (await list(query)).releases.map(({ id }) => id);
    expect(await idsOf({})).toEqual(ids);
    for (const direction of ['asc', 'desc']) {
      const all = direction === 'asc' ? ids : ids.toReversed();
      const page = { direction, limit: '3' };
      expect(await idsOf(page)).toEqual(all.slice(0, 3));
      expect(await idsOf({ ...page, starting_after: all[0] ?? '' })).toEqual(all.slice(1));
      expect(await idsOf({ ...page, ending_before: all[3] ?? '' })).toEqual(all.slice(0, 3));
      expect(await idsOf({ ...page, last: 'true' })).toEqual(all.slice(1));
    }
    expect((await list({ limit: '3' })).pagination).toMatchObject({ total: 4, has_next: true });
    const exported = `${catalog.url}${exportReleasePlan.path}?hunt=${hunt.id}`;
    const { csv } = bodyOf(await call(exported, { token: adminToken() }), exportReleasePlan.answer);
    const [, ...lines] = csv.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(ids);
    expect(csv).toContain(",'=Long,");
    const gone = `${exported}&starting_after=${randomUUID()}`;
    expect((await call(gone, { token: adminToken() })).status).toBe(409);
  });
});
