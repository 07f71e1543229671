import { randomUUID } from 'node:crypto';
import { exportPurchases, listPurchases } from '@cairn/contracts/http/staff-purchases.ts';
import { searchPurchases } from '@cairn/contracts/http/staff-search.ts';
import { findPeople, listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';
import { buy, refund } from './purchase-fixtures.ts';

const COUNT = 30;
const PRODUCT = randomUUID();
/** Email addresses at auth, by user id. */
const emails = new Map<string, string>();

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
  harness.auth.answer(findPeople, ({ body }) => ({
    people: body.ids.flatMap((id) => {
      const email = emails.get(id);
      return email ? [{ id, email, first_name: null, last_name: null }] : [];
    }),
  }));
  harness.auth.answer(listAccountsInternally, ({ query }) => ({
    accounts: [...emails]
      .filter(([, email]) => email.startsWith(query.search))
      .map(([id, email]) => accountOf(id, email)),
    pagination: { page: 1, limit: 100, total: 1, pages: 1 },
  }));
  await insertPurchases();
});

afterAll(() => harness.stop());

describe('the list of purchases', () => {
  it('is paged by key in both directions, and has a last page', async () => {
    const first = await list({ hunt: PRODUCT, limit: '10' });
    expect(first.pagination).toEqual({
      limit: 10,
      has_previous: false,
      has_next: true,
      total: COUNT,
      is_total_exact: true,
    });
    const second = await list({ hunt: PRODUCT, limit: '10', starting_after: lastId(first) });
    const third = await list({ hunt: PRODUCT, limit: '10', starting_after: lastId(second) });
    const all = [first, second, third].flatMap(idsOf);
    expect(new Set(all).size).toBe(COUNT);
    expect(third.pagination).toMatchObject({ has_previous: true, has_next: false });
    const back = await list({ hunt: PRODUCT, limit: '10', ending_before: idsOf(third)[0] ?? '' });
    expect(idsOf(back)).toEqual(idsOf(second));
    expect(back.pagination).toMatchObject({ has_previous: true, has_next: true });
    const last = await list({ hunt: PRODUCT, limit: '10', last: 'true' });
    expect(idsOf(last)).toEqual(idsOf(third));
    expect(last.pagination).toMatchObject({ has_previous: true, has_next: false });
    const { status } = await get(listPurchases.path, { starting_after: 'no-uuid' });
    expect(status).toBe(400);
  });

  it('finds by email, receipt number, payment reference, purchase id and user id', async () => {
    const [, wanted] = (await list({ hunt: PRODUCT })).purchases;
    if (!wanted) throw new Error('no purchase');
    const texts = [
      wanted.user_email?.slice(0, 12),
      wanted.receipt_number?.toLowerCase(),
      wanted.stripe_payment_intent_id?.slice(0, -1),
      wanted.id.slice(0, 13),
      wanted.user_id,
    ];
    for (const search of texts) {
      const { purchases } = await list({ search: search ?? 'none' });
      expect(purchases.map(({ id }) => id)).toEqual([wanted.id]);
    }
    expect((await list({ search: 'unmatched@' })).purchases).toEqual([]);
    // An underscore and a percent sign are characters, not wildcards.
    expect((await list({ search: 'pi_%' })).purchases).toEqual([]);
  });

  it('is filtered by status and by days in UTC, both inclusive', async () => {
    const day = { hunt: PRODUCT, from: '2026-01-10', to: '2026-01-11' };
    const { purchases } = await list(day);
    expect(purchases.map(({ created_at }) => created_at.slice(0, 10))).toEqual([
      '2026-01-11',
      '2026-01-10',
    ]);
    expect((await list({ ...day, status: 'refunded' })).purchases).toEqual([]);
    expect((await get(listPurchases.path, { status: 'paid' })).status).toBe(400);
    expect((await get(listPurchases.path, { from: 'yesterday' })).status).toBe(400);
    expect((await list({ hunt: PRODUCT, from: '0000-01-01' })).purchases).toHaveLength(25);
    for (const key of ['starting_after', 'ending_before'])
      expect((await get(listPurchases.path, { [key]: 'no-id' })).status).toBe(400);
  });

  it('shows the newest refund request and its outcome', async () => {
    const { purchaseId } = await buy(harness);
    const [before] = (await list({ search: purchaseId })).purchases;
    expect(before?.refund).toBeNull();
    await refund(harness, purchaseId);
    const [after] = (await list({ search: purchaseId })).purchases;
    expect(after).toMatchObject({
      status: 'refunded',
      refund: { state: 'made', reason: 'Asked by mail', requested_at: expect.any(String) },
    });
  });

  it('has no addresses while auth does not answer, and the log has none at any time', async () => {
    harness.auth.answer(findPeople, () => {
      throw new Error('away');
    });
    const { purchases } = await list({ hunt: PRODUCT });
    expect(purchases).toHaveLength(25);
    expect(purchases.every(({ user_email }) => user_email === null)).toBe(true);
    expect(harness.log.join('')).not.toContain('@example.com');
  });
});

it('the search of the back office finds few purchases, with the address of the user', async () => {
  const [wanted] = (await list({ hunt: PRODUCT })).purchases;
  harness.auth.answer(findPeople, ({ body }) => ({
    people: body.ids.map((id) => ({
      ...{ id, email: 'ann@example.com', first_name: null, last_name: null },
    })),
  }));
  const find = async (q: string) =>
    searchPurchases.answer.parse((await get(searchPurchases.path, { q })).body).results;
  const { id = '', stripe_payment_intent_id: reference } = wanted ?? {};
  expect(await find(reference ?? '')).toMatchObject([
    { kind: 'purchase', id, detail: expect.stringContaining('ann@example.com') },
  ]);
  expect(await find('pi_')).toHaveLength(5);
});

describe('the export of purchases', () => {
  it('is CSV without formulas, and leaves an entry in the activity log without the search', async () => {
    await harness.pool.query('UPDATE purchases SET product_title = $2 WHERE product_id = $1', [
      PRODUCT,
      '=HYPERLINK("https://shady.example","x")',
    ]);
    const adminId = randomUUID();
    const answer = await get(exportPurchases.path, { hunt: PRODUCT, search: 'p' }, adminId);
    const { csv, next } = exportPurchases.answer.parse(answer.body);
    const lines = csv.trimEnd().split('\r\n');
    expect(lines).toHaveLength(COUNT + 1);
    expect(lines[0]).toMatch(/^Receipt number,Purchase ID,Purchased,User ID,Email,Hunt/);
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://shady.example"",""x"")"`);
    expect(next).toBeNull();
    const { rows } = await harness.pool.query(
      `SELECT data->>'action' AS action, data->'after' AS after FROM outbox
       WHERE type = 'staff.acted' AND data->>'adminId' = $1`,
      [adminId],
    );
    expect(rows).toEqual([
      {
        action: 'purchases_export',
        after: {
          ...{ hunt: PRODUCT, status: '', dayOf: 'purchase', from: '', to: '', startingAfter: '' },
        },
      },
    ]);
  });
});

it('P-4.6 an export leaves no text in place of the id of a hunt in the log', async () => {
  const adminId = randomUUID();
  const answer = await get(exportPurchases.path, { hunt: 'eve@example.com' }, adminId);
  expect(answer.status).toBe(200);
  const { rows } = await harness.pool.query(
    `SELECT data->'after' AS after FROM outbox WHERE data->>'adminId' = $1`,
    [adminId],
  );
  expect(rows).toMatchObject([{ after: { hunt: null } }]);
});

async function insertPurchases(): Promise<void> {
  for (let index = 0; index < COUNT; index += 1) {
    const userId = randomUUID();
    emails.set(userId, `p${String(index).padStart(3, '0')}-${userId}@example.com`);
    await harness.pool.query(
      `INSERT INTO purchases (user_id, product_id, product_title, handle, region, amount_cents,
         currency, bonus_cents, stripe_payment_intent_id, status, created_at)
       VALUES ($1, $2, 'Troll', 'troll', 'Vermont', 2000, 'USD', 1000, $3, 'completed',
         timestamptz '2026-01-01 23:59Z' + make_interval(days => $4))`,
      [userId, PRODUCT, `pi_${userId}`, index],
    );
  }
}

function accountOf(id: string, email: string) {
  return {
    ...{ id, email, first_name: null, last_name: null, status: 'active' as const },
    ...{ email_verified: true, is_admin: false },
    ...{ created_at: new Date().toISOString(), last_login: null },
  };
}

function get(path: string, query: Record<string, string>, adminId?: string) {
  return call(`${harness.url}${path}?${new URLSearchParams(query)}`, {
    token: adminToken(adminId),
  });
}

async function list(query: Record<string, string>) {
  return listPurchases.answer.parse((await get(listPurchases.path, query)).body);
}

type Page = Awaited<ReturnType<typeof list>>;

const idsOf = ({ purchases }: Page) => purchases.map(({ id }) => id);
const lastId = (page: Page) => idsOf(page).at(-1) ?? '';
