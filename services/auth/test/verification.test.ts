import { emailRequested } from '@cairn/contracts/events/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthUnderTest,
  logIn,
  sessionOf,
  signUp,
  signUpForToken,
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

describe('the link of a verification mail', () => {
  it('verifies the address, logs in and publishes user.verified', async () => {
    const token = await signUpForToken(auth, 'ada@example.com');
    const { status, body } = await verify(auth, token);
    expect(status).toBe(200);
    const { token: session, user } = body as { token: string; user: { id: string } };
    expect(user).toEqual({
      id: expect.any(String),
      email: 'ada@example.com',
      firstName: null,
      lastName: null,
      isAdmin: false,
      emailVerified: true,
      products: [],
    });
    expect(await sessionOf(auth, session)).toEqual(user);
    const [verified, ...others] = await auth.published();
    expect(others).toEqual([]);
    expect(verified).toMatchObject({
      type: 'user.verified',
      key: user.id,
      data: { userId: user.id, version: 2, emailVerified: true, status: 'active' },
    });
    const { rows } = await auth.pool.query('SELECT last_login FROM users WHERE id = $1', [user.id]);
    expect(rows[0].last_login).toBeInstanceOf(Date);
  });

  it.each([
    ['?', 'Verification token is missing'],
    ['?token=', 'Verification token is missing'],
    ['?token=unknown', 'Verification failed'],
    [`?token=${'x'.repeat(513)}`, 'Verification failed'],
    ['?token=%F0%9F%97%9D', 'Verification failed'],
    ["?token=' OR true --", 'Verification failed'],
  ])('is refused as %s', async (query, error) => {
    const { status, body } = await auth.call(`/api/auth/verify-email${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error });
  });

  it('is not consumed by a HEAD request', async () => {
    const token = await signUpForToken(auth, 'head@example.com');
    const url = `${auth.url}/api/auth/verify-email?token=${token}`;
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405);
    expect((await verify(auth, token)).status).toBe(200);
  });

  it('is refused for a suspended account, with the reason for the owner only', async () => {
    const token = await signUpForToken(auth, 'suspended@example.com');
    await auth.pool.query("UPDATE users SET status = 'suspended' WHERE email LIKE 'suspended@%'");
    const { status, body } = await verify(auth, token);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: expect.stringContaining('suspended') });
    expect(await auth.published()).toEqual([]);
  });
});

describe('P-4.2 a verification token', () => {
  it('succeeds exactly once in 20 concurrent uses', async () => {
    const token = await signUpForToken(auth, 'once@example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(auth, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const events = await auth.published();
    expect(events.map(({ type }) => type)).toEqual(['user.verified']);
    expect((await verify(auth, token)).body).toMatchObject({ error: 'Verification failed' });
  });

  it('is invalid after a newer one, which is valid', async () => {
    const older = await signUpForToken(auth, 'newer@example.com');
    const newer = await signUpForToken(auth, 'newer@example.com');
    expect((await verify(auth, older)).status).toBe(400);
    expect((await logIn(auth, 'newer@example.com')).status).toBe(403);
    expect((await verify(auth, newer)).status).toBe(200);
  });

  it('is valid for 24 hours and not longer', async () => {
    const early = await signUpForToken(auth, 'early@example.com');
    const late = await signUpForToken(auth, 'late@example.com');
    await shiftExpiry('early@example.com', '-23 hours 59 minutes');
    await shiftExpiry('late@example.com', '-24 hours');
    expect((await verify(auth, early)).status).toBe(200);
    expect((await verify(auth, late)).status).toBe(400);
    expect((await logIn(auth, 'late@example.com')).status).toBe(403);
  });

  it('stays consistent under concurrent sign-ups and uses for one address', async () => {
    const first = await signUpForToken(auth, 'crossing@example.com');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? signUp(auth, 'crossing@example.com') : verify(auth, first),
      ),
    );
    for (const { status } of answers) expect([200, 201, 400]).toContain(status);
    const events = await auth.published();
    const verified = events.filter(({ type }) => type === 'user.verified').length;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(verified);
    const last = tokensIn(events).at(-1) ?? '';
    expect((await verify(auth, last)).status).toBe(verified === 1 ? 400 : 200);
    expect((await logIn(auth, 'crossing@example.com')).status).toBe(200);
  });

  it('has its expiry in the mail', async () => {
    await signUp(auth, 'ends@example.com');
    const mail = (await auth.published()).find(({ type }) => type === 'email.requested');
    const { expiresAt } = emailRequested.schema.parse(mail?.data);
    const hours = (Date.parse(expiresAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });
});

async function shiftExpiry(email: string, interval: string): Promise<void> {
  await auth.pool.query(
    `UPDATE link_tokens SET expires_at = expires_at + $2::interval
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email, interval],
  );
}
