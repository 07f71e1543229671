import { randomUUID } from 'node:crypto';
import { getHuntsOverview, getHuntsTrend } from '@cairn/contracts/http/staff-overview.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeClue, makeHunt, staffOf } from './staff.ts';
import { type Catalog, getSnapshot, startCatalog } from './start-catalog.ts';

const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;

type Member = { joinedAt: number; bonus: number; leftAt?: number };

let catalog: Catalog;
let huntId: string;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
  huntId = (await getSnapshot(catalog.url, 'vt-troll-hunt')).product.id;
});

afterAll(() => catalog.stop());

async function ask(path: string) {
  const { status, body } = await call(catalog.url + path, { token: adminToken() });
  expect(status).toBe(200);
  return body;
}

const readOverview = async () => getHuntsOverview.answer.parse(await ask(getHuntsOverview.path));
const readTrend = async () => getHuntsTrend.answer.parse(await ask(getHuntsTrend.path));

async function insert({ joinedAt, bonus, leftAt }: Member): Promise<void> {
  const id = randomUUID();
  await catalog.pool.query(
    `INSERT INTO memberships (purchase_id, hunt_id, user_id, status, bonus_cents, version, created_at)
     VALUES ($1, $2, $1, 'completed', NULL, 1, $3)`,
    [id, huntId, new Date(joinedAt)],
  );
  const change = `UPDATE memberships SET bonus_cents = $2, status = $3, version = version + 1,
    changed_at = $4 WHERE purchase_id = $1`;
  await catalog.pool.query(change, [id, bonus, 'completed', new Date(joinedAt)]);
  if (leftAt === undefined) return;
  await catalog.pool.query(change, [id, bonus, 'refunded', new Date(leftAt)]);
}

it('the trend has the members and the prize at the end of each day', async () => {
  const members: Member[] = [
    { joinedAt: today - 100 * DAY, bonus: 500 },
    { joinedAt: today - 29 * DAY, bonus: 700 },
    { joinedAt: today - 29 * DAY - 1, bonus: 1_100 },
    { joinedAt: today - 10 * DAY, bonus: 1_300, leftAt: today - 5 * DAY },
    { joinedAt: today - 60 * DAY, bonus: 1_700, leftAt: today - 5 * DAY - 1 },
    { joinedAt: today - DAY, bonus: 1_900, leftAt: today - DAY },
    { joinedAt: Date.now(), bonus: 2_300 },
  ];
  for (const member of members) await insert(member);
  const { days, from, to } = await readTrend();
  const listed = days.filter(({ hunt_id }) => hunt_id === huntId);
  expect(listed).toHaveLength(30);
  expect([listed[0]?.day, listed.at(-1)?.day]).toEqual([from, to]);
  const { base_value } = (await getSnapshot(catalog.url, 'vt-troll-hunt')).product;
  for (const { day, members: count, prize } of listed) {
    const end = Date.parse(day) + DAY;
    const present = members.filter(
      ({ joinedAt, leftAt = Number.POSITIVE_INFINITY }) => joinedAt < end && leftAt >= end,
    );
    const bonus = present.reduce((sum, each) => sum + each.bonus, 0) / 100;
    expect({ day, count, prize }).toEqual({
      day,
      count: present.length,
      prize: base_value + bonus,
    });
  }
  const { product } = await getSnapshot(catalog.url, 'vt-troll-hunt');
  expect(listed.at(-1)).toMatchObject({
    members: product.participants,
    prize: product.base_value + product.purchase_bonus,
  });
});

it('a frozen prize stays from the day of the claim', async () => {
  await catalog.pool.query(
    `UPDATE hunts SET status = 'complete', completed_at = $2, frozen_bonus_cents = 123400
     WHERE id = $1`,
    [huntId, new Date(today - 3 * DAY)],
  );
  const { days } = await readTrend();
  const prizes = days.filter(({ hunt_id }) => hunt_id === huntId).map(({ prize }) => prize);
  const { base_value } = (await getSnapshot(catalog.url, 'vt-troll-hunt')).product;
  expect(prizes.slice(-4)).toEqual(Array.from({ length: 4 }, () => base_value + 1234));
  expect(prizes.at(-5)).not.toBe(base_value + 1234);
});

it('counts open claims and active hunts, and lists the next releases in order', async () => {
  const staff = staffOf(catalog.url);
  const before = await readOverview();
  const hunt = await makeHunt(staff, { status: 'active', base_value: 321 });
  const draft = await makeHunt(staff, { status: 'draft', base_value: 9_999 });
  await catalog.pool.query(
    `INSERT INTO claims (hunt_id, secret_hmac, code_hmac, created_at, state, decided_at)
     SELECT $1, decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex'),
       now() - age, state, decided
     FROM (VALUES (interval '2 hours', 'open', NULL), (interval '5 hours', 'rejected', now()))
       AS claim (age, state, decided)`,
    [hunt.id],
  );
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  for (const hours of [3, 1, 6, 5, 4, 2]) {
    const { id } = hours === 2 ? draft : hunt;
    await makeClue(staff, id, { title: `In ${hours}`, publish_at: at(hours) });
  }
  await makeClue(staff, hunt.id, { title: 'Unscheduled', publish_at: null });
  const overview = await readOverview();
  expect(overview.open_claims.count).toBe(before.open_claims.count + 1);
  expect(overview.open_claims.oldest_seconds).toBeGreaterThanOrEqual(7_200);
  expect(overview.open_claims.oldest_seconds).toBeLessThan(5 * 3_600);
  expect(overview.active_hunts).toBe(before.active_hunts + 1);
  expect(overview.prize).toBeCloseTo(before.prize + 321, 2);
  expect(overview.scheduled_releases).toBe(before.scheduled_releases + 6);
  const listed = overview.next_releases.filter(({ title }) => title.startsWith('In '));
  expect(listed.map(({ title, waits_for_opening }) => [title, waits_for_opening])).toEqual(
    [1, 2, 3, 4, 5].map((hours) => [`In ${hours}`, hours === 2]),
  );
});

it('a change within the day of a purchase leaves the sum of the days equal to the members', async () => {
  const { rows } = await catalog.pool.query(
    `SELECT h.id, (SELECT coalesce(sum(members), 0)::int FROM membership_days d WHERE d.hunt_id = h.id) AS days,
       (SELECT count(*)::int FROM memberships m WHERE m.hunt_id = h.id AND status = 'completed') AS members
     FROM hunts h`,
  );
  for (const { days, members } of rows) expect(days).toBe(members);
});
