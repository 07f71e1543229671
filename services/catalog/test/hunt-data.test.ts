import { randomUUID } from 'node:crypto';
import { getHuntData, type HuntData } from '@cairn/contracts/http/hunts.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { vtTrollHunt } from '../src/seed/vt-troll-hunt.ts';
import {
  type Catalog,
  disputed,
  getSnapshot,
  getSnapshots,
  handOver,
  newPurchase,
  recorded,
  refunded,
  startCatalog,
} from './start-catalog.ts';

let catalog: Catalog;
let huntId: string;
const member = randomUUID();

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
  huntId = (await getSnapshot(catalog.url, 'vt-troll-hunt')).product.id;
  await handOver(catalog.url, recorded(newPurchase(huntId, member)));
});

afterAll(async () => {
  await catalog.stop();
});

function read(handle: string, token?: string) {
  return call(`${catalog.url}/api/hunt/data/${handle}`, token ? { token } : {});
}

async function readAs(userId: string, handle = 'vt-troll-hunt'): Promise<HuntData> {
  const { status, body } = await read(handle, tokenFor({ userId }));
  if (status !== 200) throw new Error(`answered ${status}`);
  return getHuntData.answer.parse(body);
}

async function statusFor(userId: string): Promise<number> {
  return (await read('vt-troll-hunt', tokenFor({ userId }))).status;
}

describe('access to a hunt page', () => {
  it('is decided in the statement that reads the page', async () => {
    const queries = vi.spyOn(catalog.pool, 'query');
    await readAs(member);
    const names = queries.mock.calls.map(([query]) => (query as { name?: string }).name ?? '');
    queries.mockRestore();
    expect(names.filter((name) => name.startsWith('catalog.'))).toEqual([
      'catalog.findHuntsForReaders',
    ]);
  });

  it('returns 401 without a token or with an invalid token', async () => {
    expect((await read('vt-troll-hunt')).status).toBe(401);
    expect((await read('vt-troll-hunt', 'a.b.c')).status).toBe(401);
    const [head, , signature] = tokenFor({ userId: member }).split('.');
    const forged = Buffer.from(JSON.stringify({ sub: member, adm: true })).toString('base64url');
    expect((await read('vt-troll-hunt', `${head}.${forged}.${signature}`)).status).toBe(401);
  });

  it('returns 403 to a user without membership and to a member of another hunt', async () => {
    const nonMember = randomUUID();
    expect(await statusFor(nonMember)).toBe(403);
    const other = (await getSnapshot(catalog.url, 'porter-stash')).product.id;
    await handOver(catalog.url, recorded(newPurchase(other, nonMember)));
    expect(await statusFor(nonMember)).toBe(403);
  });

  it('allows a member as soon as the purchase is applied', async () => {
    const user = randomUUID();
    expect(await statusFor(user)).toBe(403);
    await handOver(catalog.url, recorded(newPurchase(huntId, user)));
    expect(await statusFor(user)).toBe(200);
  });

  it('returns 403 after a refund, unless another purchase grants membership', async () => {
    const user = randomUUID();
    const purchase = newPurchase(huntId, user);
    await handOver(catalog.url, recorded(purchase));
    await handOver(catalog.url, refunded(purchase));
    expect(await statusFor(user)).toBe(403);
    await handOver(catalog.url, recorded(newPurchase(huntId, user)));
    expect(await statusFor(user)).toBe(200);
  });

  it('returns 403 during a dispute, until it is won', async () => {
    const user = randomUUID();
    const purchase = newPurchase(huntId, user);
    await handOver(catalog.url, recorded(purchase));
    await handOver(catalog.url, disputed(purchase));
    expect(await statusFor(user)).toBe(403);
    await handOver(catalog.url, disputed(purchase, { version: 3, outcome: 'won' }));
    expect(await statusFor(user)).toBe(200);
  });

  it('allows an admin for every hunt', async () => {
    const token = tokenFor({ userId: randomUUID(), isAdmin: true });
    expect((await read('vt-troll-hunt', token)).status).toBe(200);
    expect((await read('porter-stash', token)).status).toBe(200);
  });

  it('returns 404 for an unknown handle, also for unusual ones', async () => {
    const token = tokenFor({ userId: member });
    for (const handle of ['no-such-hunt', '__proto__', encodeURIComponent("' OR 1=1 --")]) {
      expect((await read(handle, token)).status).toBe(404);
    }
    expect((await read('x'.repeat(81), token)).status).toBe(400);
    expect((await read('nul%00', token)).status).toBe(400);
  });
});

describe('the hunt page of a member', () => {
  it('contains the released clues and updates in order, with their dates', async () => {
    const hunt = await readAs(member);
    expect(hunt).toMatchObject({
      id: huntId,
      handle: 'vt-troll-hunt',
      title: vtTrollHunt.title,
      region: 'Vermont',
      status: 'active',
      intro: vtTrollHunt.intro,
      rules: vtTrollHunt.rules,
      completed_at: null,
      search_area: null,
    });
    expect(hunt.clues.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(hunt.updates.map(({ number }) => number)).toEqual([1]);
    const dates = hunt.clues.map((clue) => Date.parse(clue.published_at));
    expect(dates).toEqual(dates.toSorted((a, b) => a - b));
    expect(dates.every((date) => date <= Date.now())).toBe(true);
    expect(hunt.clues[0]?.body_html).toBe(vtTrollHunt.clues[0]?.bodyHtml);
  });

  it('contains the map of a hunt that has one', async () => {
    const porter = (await getSnapshot(catalog.url, 'porter-stash')).product;
    const user = randomUUID();
    await handOver(catalog.url, recorded(newPurchase(porter.id, user)));
    const hunt = await readAs(user, 'porter-stash');
    expect(hunt.search_area).toEqual(porter.search_area);
    expect(hunt.next_release_at).toBeNull();
  });

  it('P-5.5 contains only the time of a clue before its release, as do all events', async () => {
    const secret = vtTrollHunt.clues.find(({ inDays }) => inDays > 0);
    if (!secret) throw new Error('nothing is scheduled');
    const phrase = secret.bodyHtml.slice(3, 40);
    await catalog.pool.query(
      `INSERT INTO clues (hunt_id, kind, number, title, body_html, publish_at)
       VALUES ($1, 'clue', 5, 'A draft title', 'a draft body', NULL)`,
      [huntId],
    );
    const admin = tokenFor({ userId: randomUUID(), isAdmin: true });
    const seen = JSON.stringify([
      await readAs(member),
      (await read('vt-troll-hunt', admin)).body,
      await getSnapshots(catalog.url),
      (await call(`${catalog.url}/internal/products/${huntId}/offer`, { isInternal: true })).body,
      await drainOutbox(catalog.pool, catalog.bus),
      (await call(`${catalog.url}/metrics`)).body,
    ]);
    expect(seen).toContain('The Stair to Nowhere');
    for (const text of [secret.title, phrase, 'A draft title', 'a draft body']) {
      expect(seen).not.toContain(text);
    }
    const days = (Date.parse((await readAs(member)).next_release_at ?? '') - Date.now()) / 86.4e6;
    expect(days).toBeCloseTo(secret.inDays, 2);
  });

  it('P-5.5 contains a clue from its release on, by the clock of the database', async () => {
    const setMoment = (text: string) =>
      catalog.pool.query(
        `UPDATE clues SET publish_at = now() + $1::interval WHERE hunt_id = $2 AND number = 4`,
        [text, huntId],
      );
    await setMoment('1 minute');
    expect((await readAs(member)).clues).toHaveLength(3);
    await setMoment('0');
    const hunt = await readAs(member);
    expect(hunt.clues.map(({ title }) => title)).toContain('The Last Button');
    expect(hunt.next_release_at).toBeNull();
  });
});
