import { exportAccount, type Session } from '@cairn/contracts/http/accounts.ts';
import { exportActivities } from '@cairn/contracts/internal/admin.ts';
import { exportMemberships } from '@cairn/contracts/internal/catalog.ts';
import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import { exportPayments } from '@cairn/contracts/internal/payment.ts';
import { type StubServer, startStubServer } from '@cairn/testing/stub-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthUnderTest, addVerifiedUser, startAuth, UNREACHABLE_URL } from './start-auth.ts';

const SERVICES = ['CATALOG_URL', 'PAYMENT_URL', 'NOTIFICATION_URL', 'ADMIN_URL'];
const at = '2026-01-02T03:04:05.000Z';
const term = {
  id: 'p1',
  product_id: 'h1',
  product_title: 'The Troll',
  handle: 'vt-troll-hunt',
  type: 'hunt' as const,
  region: 'Vermont',
  price_amount: 20,
  price_currency: 'USD',
  created_at: at,
  stripe_payment_intent_id: 'pi_1',
};
const memberships = [
  {
    product_id: 'h1',
    handle: 'vt-troll-hunt',
    title: 'The Troll',
    status: 'completed' as const,
    joined_at: at,
  },
];
const payments = {
  purchases: [{ ...term, status: 'completed' as const }],
  attempts: [{ ...term, status: 'succeeded' as const }],
};
const messages = {
  recipient: null,
  phone: '+18025550123',
  pending_phone: null,
  alerts: [],
  suppressions: [
    {
      channel: 'email',
      cause: 'unsubscribe',
      kinds: ['alert' as const, 'mailing' as const],
      since: at,
    },
  ],
  contact_messages: [
    { name: 'Ex', email: 'export@example.com', message: 'Hi', created_at: at, answers: [] },
  ],
  deliveries: [],
};

let others: StubServer;
let auth: AuthUnderTest;
let player: Session;

beforeAll(async () => {
  others = await startStubServer();
  others.answer(exportMemberships, () => ({ memberships }));
  others.answer(exportPayments, () => payments);
  others.answer(exportMessages, () => messages);
  others.answer(exportActivities, () => ({ activities: [] }));
  auth = await startAuth(Object.fromEntries(SERVICES.map((name) => [name, others.url])));
  player = await addVerifiedUser(auth, 'export@example.com');
});
afterAll(async () => {
  await auth.stop();
  await others.stop();
});

describe('P-4.6 the export', () => {
  it('returns all data about the caller as one file', async () => {
    others.calls.length = 0;
    const { status, body, headers } = await ask(auth, player.token);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="cairn-account-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      exported_at: expect.any(String),
      account: {
        id: player.user.id,
        email: 'export@example.com',
        first_name: null,
        last_name: null,
        status: 'active',
        email_verified: true,
        is_admin: false,
        created_at: expect.any(String),
        last_login: expect.any(String),
        version: expect.any(Number),
        products: [],
      },
      sessions: [
        {
          id: expect.any(String),
          created_at: expect.any(String),
          last_seen_at: expect.any(String),
          user_agent: expect.any(String),
          current: true,
        },
      ],
      memberships,
      purchases: payments.purchases,
      payment_attempts: payments.attempts,
      messages,
      staff_activities: [],
    });
    expect(exportAccount.answer.safeParse(body).success).toBe(true);
    expect(others.calls.map(({ params }) => params)).toEqual(
      Array.from({ length: 4 }, () => ({ userId: player.user.id })),
    );
  });

  it('contains no password hash, token or other secret', async () => {
    const text = JSON.stringify((await ask(auth, player.token)).body);
    for (const secret of ['argon2', 'password', 'token', 'secret', 'hash']) {
      expect(text).not.toContain(secret);
    }
  });

  it('requires a session', async () => {
    expect((await auth.call('/api/account/export')).status).toBe(401);
  });

  it('fails as a whole while one of the services is unavailable', async () => {
    for (const away of SERVICES) {
      const urls = SERVICES.map((name) => [name, name === away ? UNREACHABLE_URL : others.url]);
      const lame = await startAuth(Object.fromEntries(urls));
      const { token } = await addVerifiedUser(lame, 'half@example.com');
      const { status, body, headers } = await ask(lame, token);
      expect(status).toBe(502);
      expect(headers.get('content-disposition')).toBeNull();
      expect(JSON.stringify(body)).not.toContain('half@example.com');
      await lame.stop();
    }
  });
});

function ask({ call }: AuthUnderTest, token: string) {
  return call('/api/account/export', { token });
}
