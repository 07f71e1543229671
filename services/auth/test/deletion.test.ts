import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthUnderTest,
  addVerifiedUser,
  logIn,
  PASSWORD,
  signUp,
  startAuth,
  tokensIn,
  verify,
} from './start-auth.ts';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(() => auth.published());

describe('P-4.6 account deletion by the user', () => {
  it('deletes the user, all dependent rows and every event that contains the address', async () => {
    const email = 'gone@example.com';
    const { token, user } = await addVerifiedUser(auth, email);
    await deliver(auth.bus, recorded(user.id));
    await auth.published();
    await signUp(auth, email);
    expect(await findText(auth.pool, email)).not.toEqual([]);

    const { status, body } = await remove(token);
    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.any(String) });
    expect(await auth.published()).toMatchObject([
      { type: 'email.requested', data: { email, template: 'account_exists' } },
      {
        type: 'email.requested',
        data: { userId: user.id, email, template: 'account_deleted', sealedToken: null },
      },
      { type: 'user.deleted', key: user.id, data: { userId: user.id, version: 3 } },
    ]);
    // Auth has consumed its own user.deleted event by now, so that its outbox is erased as well.
    expect(await findText(auth.pool, email)).toEqual([]);
    expect(await countProducts(user.id)).toBe(0);
    expect(auth.log()).not.toContain(email);
  });

  it('invalidates the session token, the password and all links', async () => {
    const email = 'no-way@example.com';
    const { token } = await addVerifiedUser(auth, email);
    await remove(token);
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
    expect((await logIn(auth, email)).status).toBe(401);
    expect((await remove(token)).status).toBe(401);
  });

  it('lets the address sign up again as a new user without products', async () => {
    const email = 'again@example.com';
    const first = await addVerifiedUser(auth, email);
    await deliver(auth.bus, recorded(first.user.id));
    await remove(first.token);
    await auth.published();
    const second = await addVerifiedUser(auth, email);
    expect(second.user.id).not.toBe(first.user.id);
    expect(second.user.products).toEqual([]);
    expect((await auth.call('/api/auth/verify', { token: first.token })).status).toBe(401);
  });

  it('is not undone by a late purchase event', async () => {
    const { token, user } = await addVerifiedUser(auth, 'late@example.com');
    await remove(token);
    await auth.published();
    await deliver(auth.bus, recorded(user.id));
    expect(await countProducts(user.id)).toBe(0);
  });

  it('invalidates a link that was mailed before', async () => {
    const { user } = await addVerifiedUser(auth, 'link@example.com');
    await auth.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [user.id]);
    await signUp(auth, 'link@example.com');
    const link = tokensIn(await auth.published()).at(-1) ?? '';
    const token = tokenFor({ userId: user.id, tokenVersion: 99 });
    expect((await remove(token)).status).toBe(200);
    expect((await verify(auth, link)).status).toBe(400);
  });
});

describe('account deletion is refused', () => {
  it.each([
    ['without a password', {}, 'Password is required'],
    ['with an empty one', { password: '' }, 'Password is required'],
    ['with a wrong one', { password: `${PASSWORD}!` }, 'Password is incorrect'],
    [
      'with one that is too long to be right',
      { password: 'x'.repeat(257) },
      'Password is incorrect',
    ],
  ])('%s', async (name, json, error) => {
    const { token } = await addVerifiedUser(auth, `${name.replaceAll(' ', '-')}@example.com`);
    await auth.published();
    const answer = await auth.call('/api/account/delete', { json, token });
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(200);
    expect(await auth.published()).toEqual([]);
  });

  it('with 401 without a token, for an unknown user and for a suspended user', async () => {
    const json = { password: PASSWORD };
    const { token, user } = await addVerifiedUser(auth, 'suspended@example.com');
    await auth.pool.query("UPDATE users SET status = 'suspended' WHERE id = $1", [user.id]);
    for (const given of [undefined, tokenFor({ userId: randomUUID() }), token]) {
      const options = given ? { json, token: given } : { json };
      expect((await auth.call('/api/account/delete', options)).status).toBe(401);
    }
    expect(await findText(auth.pool, 'suspended@example.com')).not.toEqual([]);
  });

  it('with 409 for the last admin, also when the last two delete their accounts concurrently', async () => {
    const admins = [await addAdmin('one@example.com'), await addAdmin('two@example.com')];
    const answers = await Promise.all(admins.map(({ token }) => remove(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ error: expect.stringContaining('last admin') });
    const { rows } = await auth.pool.query('SELECT count(*)::int AS n FROM users WHERE is_admin');
    expect(rows[0].n).toBe(1);
  });
});

function remove(token: string) {
  return auth.call('/api/account/delete', { json: { password: PASSWORD }, token });
}

async function addAdmin(email: string): Promise<Session> {
  const { user } = await addVerifiedUser(auth, email);
  await auth.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [user.id]);
  await auth.published();
  return (await logIn(auth, email)).body as Session;
}

function recorded(userId: string): EventEnvelope {
  return makeEvent(purchaseRecorded, {
    purchaseId: randomUUID(),
    userId,
    productId: 'troll',
    version: 1,
    productTitle: 'A hunt',
    handle: 'a-hunt',
    region: 'Somewhere',
    amountCents: 2_000,
    currency: 'USD',
    bonusCents: 1_000,
    paymentIntentId: 'pi_1',
    recordedAt: new Date().toISOString(),
  });
}

async function countProducts(userId: string): Promise<number> {
  const { rows } = await auth.pool.query(
    'SELECT count(*)::int AS n FROM user_products WHERE user_id = $1',
    [userId],
  );
  return rows[0].n;
}

it('user.deleted contains no email address', () => {
  expect(Object.keys(userDeleted.schema.shape).sort()).toEqual(['deletedAt', 'userId', 'version']);
});
