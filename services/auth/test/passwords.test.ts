import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthUnderTest,
  addVerifiedUser,
  logIn,
  PASSWORD,
  REAL_HASHES,
  signUp,
  startAuth,
  tokensIn,
} from './start-auth.ts';

const TOO_COMMON =
  'This password is one of the most common ones, and easy to guess. Please choose another one.';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth({}, REAL_HASHES);
});
afterAll(() => auth.stop());

async function hashOf(email: string): Promise<string> {
  const { rows } = await auth.pool.query('SELECT password_hash FROM users WHERE email = $1', [
    email,
  ]);
  return rows[0].password_hash;
}

describe('common passwords', () => {
  const longEnough = dictionary['passwords-common'].filter(({ length }) => length >= 8);

  it.each([0, 1, 17, 1_500, 2_999])('are rejected with an explanation: rank %i', async (rank) => {
    const password = longEnough[rank] ?? '';
    for (const typed of [password, password.toUpperCase()]) {
      const { status, body } = await signUp(auth, `common-${rank}@example.com`, typed);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: TOO_COMMON, fields: { password: TOO_COMMON } });
    }
  });

  it('are reported on the field that contains them', async () => {
    const email = 'common-change@example.com';
    const { token } = await addVerifiedUser(auth, email);
    const change = { currentPassword: PASSWORD, newPassword: longEnough[0] };
    const changed = await auth.call('/api/auth/change-password', { token, json: change });
    expect(changed).toMatchObject({ status: 400, body: { fields: { newPassword: TOO_COMMON } } });
    await auth.call('/api/auth/password-reset/request', { json: { email } });
    const json = { token: tokensIn(await auth.published()).at(-1), password: longEnough[0] };
    const reset = await auth.call('/api/auth/password-reset/reset', { json });
    expect(reset).toMatchObject({ status: 400, body: { fields: { password: TOO_COMMON } } });
  });

  it('are the first 3,000 of the list', async () => {
    const { status } = await signUp(auth, 'rank-3001@example.com', longEnough[3_000]);
    expect(status).toBe(201);
  });
});

describe('passwords', () => {
  it('are stored as argon2id with the configured cost and a salt each', async () => {
    await signUp(auth, 'one@example.com');
    await signUp(auth, 'two@example.com');
    const { rows } = await auth.pool.query(
      `SELECT pending.password_hash FROM pending_registrations AS pending JOIN users ON id = user_id
       WHERE email IN ('one@example.com', 'two@example.com')`,
    );
    const hashes = rows.map(({ password_hash }) => password_hash);
    expect(hashes[0]).not.toBe(hashes[1]);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a password hash of another policy', () => {
  it('is replaced at a login with the correct password only', async () => {
    await addVerifiedUser(auth, 'old-hash@example.com');
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await auth.pool.query("UPDATE users SET password_hash = $1 WHERE email LIKE 'old-hash@%'", [
      weak,
    ]);
    expect((await logIn(auth, 'old-hash@example.com', 'a wrong password')).status).toBe(401);
    expect(await hashOf('old-hash@example.com')).toBe(weak);
    expect((await logIn(auth, 'old-hash@example.com')).status).toBe(200);
    const upgraded = await hashOf('old-hash@example.com');
    expect(upgraded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn(auth, 'old-hash@example.com')).status).toBe(200);
    expect(await hashOf('old-hash@example.com')).toBe(upgraded);
  });

  it('is replaced without revoking sessions', async () => {
    const { token } = await addVerifiedUser(auth, 'kept@example.com');
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await auth.pool.query("UPDATE users SET password_hash = $1 WHERE email LIKE 'kept@%'", [weak]);
    await logIn(auth, 'kept@example.com');
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(200);
  });
});

describe('P-4.5 200 concurrent logins', () => {
  /** An eighth of the real cost: the order of the answers does not depend on it. */
  const policy = { memoryCost: 4_864, timeCost: 1, parallelism: 1 };
  let busy: AuthUnderTest;
  beforeAll(async () => {
    busy = await startAuth({}, { ...REAL_HASHES, policy });
  });
  afterAll(() => busy.stop());

  it('delay neither health checks nor logged-in users, and are all answered', async () => {
    const { token } = await addVerifiedUser(busy, 'calm@example.com');
    const order: string[] = [];
    const flood = Array.from({ length: 200 }, (_, index) =>
      logIn(busy, `unknown-${index}@example.com`).then(({ status }) => {
        order.push('login');
        return status;
      }),
    );
    const health = busy.call('/healthz').then(({ status }) => order.push('health') && status);
    const session = busy
      .call('/api/auth/verify', { token })
      .then(({ status }) => order.push('session') && status);
    expect(await Promise.all([health, session])).toEqual([200, 200]);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
    // They did not wait for the logins that were sent before.
    expect(order.indexOf('health')).toBeLessThan(100);
    expect(order.indexOf('session')).toBeLessThan(100);
  });
});
