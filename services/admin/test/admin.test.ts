import { randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import type { Account } from '@cairn/contracts/http/back-office.ts';
import { getAccountInternally, listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import { listAlertsOfUser } from '@cairn/contracts/internal/notification.ts';
import { listPurchasesOfUser } from '@cairn/contracts/internal/payment.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { deliver, drainOutbox } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { type CallOptions, call, type RunningApp, startApp } from '@cairn/testing/http.ts';
import { testKeys, tokenFor } from '@cairn/testing/identity.ts';
import { type StandIn, startStandIn } from '@cairn/testing/stand-in.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { type Context, createContext } from '../src/context.ts';

const player = tokenFor({ userId: randomUUID() });
const nobody = 'http://127.0.0.1:1';

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

/** An admin of each test's own, since nothing leaves the activity log. */
let adminId: string;
let admin: string;
let database: TestDatabase;
let others: StandIn;
let context: Context;
let app: RunningApp;
const bus = createMemoryBus();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  adminId = randomUUID();
  admin = tokenFor({ userId: adminId, isAdmin: true });
  others = await startStandIn();
  others.answer(getAccountInternally, ({ params }) => {
    if (params.id !== account.id) throw new NotFoundError('No user data found.');
    return account;
  });
  others.answer(listPurchasesOfUser, () => ({ purchases }));
  others.answer(listAlertsOfUser, () => ({ alerts }));
  await start();
  await drainOutbox(context.pool, bus);
});
afterEach(async () => {
  await stop();
  await others.stop();
});

describe('the account list', () => {
  const pagination = { page: 2, limit: 5, total: 6, pages: 2 };

  it("is auth's, asked for the same page", async () => {
    others.answer(listAccountsInternally, () => ({ accounts: [account], pagination }));
    const query = '?page=2&limit=5&search=a%26b%20%C3%A9&status=active';
    const { status, body } = await get(`/api/admin/accounts${query}`, { token: admin });
    expect(status).toBe(200);
    expect(body).toEqual({ accounts: [account], pagination });
    expect(others.calls.map((one) => one.query)).toEqual([
      { page: 2, limit: 5, search: 'a&b é', status: 'active' },
    ]);
  });

  it('begins with the first ten', async () => {
    others.answer(listAccountsInternally, () => ({ accounts: [], pagination }));
    await get('/api/admin/accounts', { token: admin });
    expect(others.calls.map((one) => one.query)).toEqual([
      { page: 1, limit: 10, search: '', status: '' },
    ]);
  });

  it.each(['page=0', 'page=x', 'limit=0', 'limit=101', 'limit=1.5', 'status=gone'])(
    'refuses ?%s',
    async (query) => {
      expect((await get(`/api/admin/accounts?${query}`, { token: admin })).status).toBe(400);
      expect(others.calls).toEqual([]);
    },
  );
});

describe('one account', () => {
  it('comes with its purchases and alerts, asked of their owners', async () => {
    const { status, body } = await view();
    expect(status).toBe(200);
    expect(body).toEqual({ account, purchases, alerts });
    expect(others.calls.map(({ params }) => params)).toEqual(
      expect.arrayContaining([{ id: account.id }, { userId: account.id }, { userId: account.id }]),
    );
    expect(others.calls).toHaveLength(3);
  });

  it('is in the activity log once, even when the event comes twice', async () => {
    await view();
    expect(await activities()).toEqual([]);
    const events = await drainOutbox(context.pool, bus);
    expect(events).toMatchObject([{ type: 'staff.acted', key: adminId }]);
    for (const event of events) await deliver(bus, event);
    expect(await activities()).toEqual([
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
    expect(await drainOutbox(context.pool, bus)).toEqual([]);
  });

  it('that nobody has is 404, and no act', async () => {
    for (const id of [randomUUID(), 'no-uuid', '%2e%2e', 'a%2fb', '%27']) {
      const { status, body } = await get(`/api/admin/accounts/${id}`, { token: admin });
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
    }
    expect(await drainOutbox(context.pool, bus)).toEqual([]);
  });
});

describe('who may see it', () => {
  const paths = ['/api/admin/accounts', `/api/admin/accounts/${account.id}`];

  it.each([
    ['nobody', {}, 401],
    ['a token that is none', { token: 'x' }, 401],
    ['a user', { token: player }, 403],
    ['another process of ours', { isInternal: true }, 401],
  ] as const)('%s may not', async (_, options, expected) => {
    for (const path of paths) {
      const { status, body } = await get(path, options);
      expect(status).toBe(expected);
      expect(body).toEqual({ error: expect.any(String), requestId: expect.any(String) });
    }
    expect(others.calls).toEqual([]);
    expect(await drainOutbox(context.pool, bus)).toEqual([]);
  });
});

describe('an upstream that is away', () => {
  it.each(['AUTH_URL', 'PAYMENT_URL', 'NOTIFICATION_URL'])(
    '(%s) is a 502 in JSON that names no host, and no act',
    async (name) => {
      await stop();
      await start({ [name]: nobody });
      const { status, body } = await view();
      expect(status).toBe(502);
      expect(body).toEqual({ error: expect.any(String), requestId: expect.any(String) });
      expect(JSON.stringify(body)).not.toContain('127.0.0.1');
      expect(await drainOutbox(context.pool, bus)).toEqual([]);
    },
  );

  it('is a 502 for the list, too', async () => {
    await stop();
    await start({ AUTH_URL: nobody });
    expect((await get('/api/admin/accounts', { token: admin })).status).toBe(502);
  });

  it('or breaks is a 502, and no act', async () => {
    others.answer(listPurchasesOfUser, () => {
      throw new Error('a fault that nobody foresaw');
    });
    const { status, body } = await view();
    expect(status).toBe(502);
    expect(JSON.stringify(body)).not.toContain('foresaw');
    expect(await drainOutbox(context.pool, bus)).toEqual([]);
  });
});

describe('the activity log', () => {
  const act = {
    adminId: randomUUID(),
    action: 'account_update',
    subjectType: 'account',
    subjectId: null,
    before: { status: 'active', "quote's": [1, { deep: null }] },
    after: { status: 'suspended' },
    at: '2026-02-03T04:05:06.789Z',
  };

  it("holds other services' acts with what changed", async () => {
    const event = makeEvent(staffActed, act);
    const handedOver = { json: event, isInternal: true };
    expect(await get('/internal/events', handedOver)).toMatchObject({ status: 200 });
    await deliver(bus, event);
    expect(await activities(act.adminId)).toMatchObject([
      {
        id: event.id,
        action: 'account_update',
        subject_id: null,
        before: act.before,
        after: act.after,
        acted_at: new Date(act.at),
      },
    ]);
  });

  it('holds an act once also when the inbox has forgotten it', async () => {
    const event = makeEvent(staffActed, { ...act, adminId: randomUUID() });
    await deliver(bus, event);
    await context.pool.query('DELETE FROM inbox WHERE event_id = $1', [event.id]);
    await deliver(bus, event);
    expect(await activities(event.key)).toHaveLength(1);
    const { rows } = await context.pool.query('SELECT 1 FROM parked_events');
    expect(rows).toEqual([]);
  });

  it.each([
    "UPDATE activities SET action = 'nothing'",
    'DELETE FROM activities',
    'TRUNCATE activities',
  ])('refuses %s', async (sql) => {
    const event = makeEvent(staffActed, { ...act, adminId: randomUUID() });
    await deliver(bus, event);
    await expect(context.pool.query(sql)).rejects.toThrow('activities are only ever added');
    expect(await activities(event.key)).toMatchObject([{ action: 'account_update' }]);
  });
});

async function start(changes: Record<string, string> = {}): Promise<void> {
  const config = loadConfig({
    ...testKeys,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.urlOf('admin'),
    KAFKA_BROKERS: 'none:1',
    AUTH_URL: others.url,
    PAYMENT_URL: others.url,
    NOTIFICATION_URL: others.url,
    ...changes,
  });
  context = createContext(config, { bus });
  context.consumer.start();
  app = await startApp(createApp(context));
}

async function stop(): Promise<void> {
  await app.stop();
  await context.consumer.stop();
  await context.pool.end();
}

/** A GET, or a POST where there is a body. */
function get(path: string, options: CallOptions) {
  return call(`${app.url}${path}`, options);
}

function view() {
  return get(`/api/admin/accounts/${account.id}`, { token: admin });
}

async function activities(of: string = adminId) {
  const { rows } = await context.pool.query('SELECT * FROM activities WHERE admin_id = $1', [of]);
  return rows;
}
