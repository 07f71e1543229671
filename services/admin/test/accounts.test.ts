import { randomUUID } from 'node:crypto';
import type { Account } from '@cairn/contracts/http/back-office.ts';
import { getAccountInternally, listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import { listAlertsOfUser } from '@cairn/contracts/internal/notification.ts';
import { listPurchasesOfUser } from '@cairn/contracts/internal/payment.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { deliver, drainOutbox } from '@cairn/testing/drain.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { type StubServer, startStubServer } from '@cairn/testing/stub-server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdminUnderTest, startAdmin, UNREACHABLE_URL } from './start-admin.ts';

const player = tokenFor({ userId: randomUUID() });
const NO_KEY = { starting_after: '', ending_before: '', last: '', count: 'exact' };
const NEWEST_FIRST = { sort: 'created_at', direction: 'desc', ...NO_KEY, from: '', to: '' };

const account: Account = {
  id: randomUUID(),
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: null,
  status: 'active',
  email_verified: true,
  is_admin: false,
  created_at: '2026-01-02T03:04:05.000Z',
  last_login: null,
};
const purchases = [
  {
    id: randomUUID(),
    product_id: randomUUID(),
    product_title: 'The Troll',
    handle: 'vt-troll-hunt',
    type: 'hunt' as const,
    region: 'Vermont',
    price_amount: 20,
    price_currency: 'USD',
    created_at: '2026-01-03T00:00:00.000Z',
    status: 'completed' as const,
    stripe_payment_intent_id: 'pi_1',
  },
];
const alerts = [
  {
    product_id: purchases[0]?.product_id ?? '',
    product_title: 'The Troll',
    region: 'Vermont',
    handle: 'vt-troll-hunt',
    email_alerts: true,
    sms_alerts: false,
    last_notified_at: null,
  },
];

/** A new admin for each test, since the activity log is append-only. */
let adminId: string;
let admin: string;
let database: TestDatabase;
let others: StubServer;
let service: AdminUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  adminId = randomUUID();
  admin = tokenFor({ userId: adminId, isAdmin: true });
  others = await startStubServer();
  others.answer(getAccountInternally, ({ params }) => {
    if (params.id !== account.id) throw new NotFoundError('No user data found.');
    return account;
  });
  others.answer(listPurchasesOfUser, () => ({ purchases }));
  others.answer(listAlertsOfUser, () => ({ alerts }));
  service = await startAdmin(database, everythingAt(others.url));
  await published();
});
afterEach(async () => {
  await service.stop();
  await others.stop();
});

describe('the account list', () => {
  const pagination = { page: 2, limit: 5, total: 6, pages: 2 };

  it('returns the requested page from auth', async () => {
    others.answer(listAccountsInternally, () => ({ accounts: [account], pagination }));
    const query = '?page=2&limit=5&search=a%26b%20%C3%A9&status=active';
    const { status, body } = await service.call(`/api/admin/accounts${query}`, { token: admin });
    expect(status).toBe(200);
    expect(body).toEqual({ accounts: [account], pagination });
    expect(others.calls.map((one) => one.query)).toEqual([
      { page: 2, limit: 5, search: 'a&b é', status: 'active', ...NEWEST_FIRST },
    ]);
  });

  it('defaults to the first ten', async () => {
    others.answer(listAccountsInternally, () => ({ accounts: [], pagination }));
    await service.call('/api/admin/accounts', { token: admin });
    expect(others.calls.map((one) => one.query)).toEqual([
      { page: 1, limit: 10, search: '', status: '', ...NEWEST_FIRST },
    ]);
  });

  it.each([
    'page=0',
    'page=x',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'status=gone',
    'sort=password_hash',
    'direction=up',
  ])('refuses ?%s', async (query) => {
    expect((await service.call(`/api/admin/accounts?${query}`, { token: admin })).status).toBe(400);
    expect(others.calls).toEqual([]);
  });
});

describe('one account', () => {
  it('includes purchases and alerts from their services', async () => {
    const { status, body } = await view();
    expect(status).toBe(200);
    expect(body).toEqual({ account, purchases, alerts });
    expect(others.calls.map(({ params }) => params)).toEqual(
      expect.arrayContaining([{ id: account.id }, { userId: account.id }, { userId: account.id }]),
    );
    expect(others.calls).toHaveLength(3);
  });

  it('is in the activity log once, even when the event is delivered twice', async () => {
    await view();
    expect(await service.activitiesOf(adminId)).toEqual([]);
    const events = await published();
    expect(events).toMatchObject([{ type: 'staff.acted', key: adminId }]);
    for (const event of events) await deliver(service.bus, event);
    expect(await service.activitiesOf(adminId)).toEqual([
      {
        id: events[0]?.id,
        admin_id: adminId,
        action: 'account_view',
        subject_type: 'account',
        subject_id: account.id,
        before: null,
        after: null,
        acted_at: expect.any(Date),
        recorded_at: expect.any(Date),
      },
    ]);
    expect(await published()).toEqual([]);
  });

  it('returns 404 for an unknown id and records no staff action', async () => {
    for (const id of [randomUUID(), 'no-uuid', '%2e%2e', 'a%2fb', '%27']) {
      const { status, body } = await service.call(`/api/admin/accounts/${id}`, { token: admin });
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
    }
    expect(await published()).toEqual([]);
  });
});

describe('access to accounts', () => {
  const paths = ['/api/admin/accounts', `/api/admin/accounts/${account.id}`];

  it.each([
    ['an anonymous caller', {}, 401],
    ['an invalid token', { token: 'x' }, 401],
    ['a user', { token: player }, 403],
    ['an internal caller', { isInternal: true }, 401],
  ] as const)('is refused to %s', async (_, options, expected) => {
    for (const path of paths) {
      const { status, body } = await service.call(path, options);
      expect(status).toBe(expected);
      expect(body).toEqual({ error: expect.any(String), requestId: expect.any(String) });
    }
    expect(others.calls).toEqual([]);
    expect(await published()).toEqual([]);
  });
});

describe('an unavailable upstream', () => {
  it.each(['AUTH_URL', 'PAYMENT_URL', 'NOTIFICATION_URL'])(
    '(%s) causes a 502 in JSON without host names, and no staff action',
    async (name) => {
      await service.stop();
      service = await startAdmin(database, {
        ...everythingAt(others.url),
        [name]: UNREACHABLE_URL,
      });
      const { status, body } = await view();
      expect(status).toBe(502);
      expect(body).toEqual({ error: expect.any(String), requestId: expect.any(String) });
      expect(JSON.stringify(body)).not.toContain('127.0.0.1');
      expect(await published()).toEqual([]);
    },
  );

  it('causes a 502 for the list', async () => {
    await service.stop();
    service = await startAdmin(database);
    expect((await service.call('/api/admin/accounts', { token: admin })).status).toBe(502);
  });

  it('that fails causes a 502 and no staff action', async () => {
    others.answer(listPurchasesOfUser, () => {
      throw new Error('a fault that no code foresaw');
    });
    const { status, body } = await view();
    expect(status).toBe(502);
    expect(JSON.stringify(body)).not.toContain('foresaw');
    expect(await published()).toEqual([]);
  });
});

function everythingAt(url: string) {
  return { AUTH_URL: url, PAYMENT_URL: url, NOTIFICATION_URL: url };
}

function published() {
  return drainOutbox(service.pool, service.bus);
}

function view() {
  return service.call(`/api/admin/accounts/${account.id}`, { token: admin });
}
