import type { Session } from '@cairn/contracts/http/accounts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AuthUnderTest,
  addVerifiedUser,
  logIn,
  PASSWORD,
  signUp,
  signUpForToken,
  startAuth,
  tokensIn,
  verify,
} from './start-auth.ts';

const NEW_PASSWORD = 'a newer good password';
const INVALID_LINK = 'Invalid reset link. Please request a new password reset.';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(() => auth.published());

function resend(email: unknown) {
  return auth.call('/api/auth/resend-verification', { json: { email } });
}

function requestReset(email: unknown) {
  return auth.call('/api/auth/password-reset/request', { json: { email } });
}

function reset(token: unknown, password: unknown = NEW_PASSWORD) {
  return auth.call('/api/auth/password-reset/reset', { json: { token, password } });
}

/** Requests a reset mail and returns its token. */
async function resetTokenFor(email: string): Promise<string> {
  await requestReset(email);
  const token = tokensIn(await auth.published()).at(-1);
  if (!token) throw new Error('no link was mailed');
  return token;
}

describe('resending the verification mail', () => {
  it('mails a valid link and invalidates the older one', async () => {
    const older = await signUpForToken(auth, 'again@example.com');
    expect((await resend(' Again@Example.com ')).status).toBe(200);
    const [newer = ''] = tokensIn(await auth.published());
    expect((await verify(auth, older)).status).toBe(400);
    expect((await verify(auth, newer)).status).toBe(200);
    expect((await logIn(auth, 'again@example.com')).status).toBe(200);
  });

  it('mails nothing to a verified or an unknown address', async () => {
    await addVerifiedUser(auth, 'verified@example.com');
    await auth.published();
    await resend('verified@example.com');
    await resend('unknown@example.com');
    expect(await auth.published()).toEqual([]);
  });
});

describe('a password reset', () => {
  it('sets the password, revokes sessions and notifies the user', async () => {
    const { token: session, user } = await addVerifiedUser(auth, 'ada@example.com');
    const token = await resetTokenFor('ada@example.com');
    const { status, body } = await reset(token);
    expect(status).toBe(200);
    expect(body).toEqual({ message: 'Your password has been reset.' });
    expect(await auth.published()).toMatchObject([
      { type: 'user.sessions_revoked', key: user.id, data: { userId: user.id, tokenVersion: 2 } },
      {
        type: 'email.requested',
        data: { email: 'ada@example.com', template: 'password_changed', sealedToken: null },
      },
    ]);
    expect((await auth.call('/api/auth/verify', { token: session })).status).toBe(401);
    expect((await logIn(auth, 'ada@example.com')).status).toBe(401);
    expect((await logIn(auth, 'ada@example.com', NEW_PASSWORD)).status).toBe(200);
  });

  it('verifies an unverified address and invalidates the verification link', async () => {
    const link = await signUpForToken(auth, 'proved@example.com');
    const token = await resetTokenFor('proved@example.com');
    expect((await reset(token)).status).toBe(200);
    const types = (await auth.published()).map(({ type }) => type);
    expect(types).toContain('user.verified');
    expect((await logIn(auth, 'proved@example.com', NEW_PASSWORD)).status).toBe(200);
    expect((await logIn(auth, 'proved@example.com')).status).toBe(401);
    expect((await verify(auth, link)).status).toBe(400);
  });

  it('does not end a suspension', async () => {
    await addVerifiedUser(auth, 'suspended@example.com');
    await auth.pool.query("UPDATE users SET status = 'suspended' WHERE email LIKE 'suspended@%'");
    await auth.published();
    expect((await reset(await resetTokenFor('suspended@example.com'))).status).toBe(200);
    expect((await logIn(auth, 'suspended@example.com', NEW_PASSWORD)).status).toBe(403);
  });

  it('changes nothing when the page of the link is only opened', async () => {
    await addVerifiedUser(auth, 'looked@example.com');
    await auth.published();
    const token = await resetTokenFor('looked@example.com');
    for (const method of ['GET', 'HEAD']) {
      const path = `/api/auth/password-reset/reset?token=${token}`;
      expect((await auth.call(path, { method })).status).toBe(404);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it.each([
    [{}, INVALID_LINK],
    [{ token: '', password: NEW_PASSWORD }, INVALID_LINK],
    [{ token: ['x'], password: NEW_PASSWORD }, INVALID_LINK],
    [{ token: 'x'.repeat(600), password: NEW_PASSWORD }, INVALID_LINK],
    [{ token: 'made up', password: NEW_PASSWORD }, INVALID_LINK],
    [{ token: 'made up', password: '1234567' }, 'Password must be at least 8 characters long'],
    [{ token: 'made up', password: 'password1' }, 'This password is one of the most common ones'],
  ])('is refused: %j', async (json, text) => {
    const { status, body } = await auth.call('/api/auth/password-reset/reset', { json });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringContaining(text) });
  });
});

describe('P-4.2 a reset token', () => {
  it('is 256 random bits, appears in no row, event or log, and its hash is not accepted', async () => {
    await addVerifiedUser(auth, 'leak@example.com');
    await auth.published();
    await requestReset('leak@example.com');
    const events = await auth.published();
    const [token = ''] = tokensIn(events);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { rows } = await auth.pool.query(
      "SELECT t::text AS row, encode(token_hash, 'hex') AS hash FROM link_tokens t",
    );
    const dump = JSON.stringify([rows, events]) + auth.log();
    expect(dump).not.toContain(token);
    for (const { hash } of rows) {
      expect((await reset(hash)).status).toBe(400);
      expect((await reset(Buffer.from(hash, 'hex').toString('base64url'))).status).toBe(400);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('succeeds exactly once in 20 concurrent uses', async () => {
    await addVerifiedUser(auth, 'crowd@example.com');
    await auth.published();
    const token = await resetTokenFor('crowd@example.com');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(token, `${NEW_PASSWORD} ${index}`)),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
    expect((await logIn(auth, 'crowd@example.com', `${NEW_PASSWORD} ${winner}`)).status).toBe(200);
    expect(await auth.published()).toHaveLength(2);
  });

  it('is invalid after a newer one, after a password change and after one hour', async () => {
    const { token: session } = await addVerifiedUser(auth, 'void@example.com');
    await auth.published();
    const older = await resetTokenFor('void@example.com');
    const newer = await resetTokenFor('void@example.com');
    expect((await reset(older)).body).toMatchObject({ error: INVALID_LINK });
    const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await auth.call('/api/auth/change-password', { token: session, json })).status).toBe(
      200,
    );
    expect((await reset(newer)).status).toBe(400);
    const [early, late] = ['59 minutes', '1 hour'];
    for (const [age, expected] of [
      [early, 200],
      [late, 400],
    ] as const) {
      const token = await resetTokenFor('void@example.com');
      await auth.pool.query('UPDATE link_tokens SET expires_at = expires_at - $1::interval', [age]);
      expect((await reset(token)).status, age).toBe(expected);
    }
  });

  it('is not accepted as a verification token, nor the reverse', async () => {
    const verification = await signUpForToken(auth, 'purpose@example.com');
    const token = await resetTokenFor('purpose@example.com');
    expect((await verify(auth, token)).status).toBe(400);
    expect((await reset(verification)).status).toBe(400);
    expect((await verify(auth, verification)).status).toBe(200);
  });
});

describe('P-4.1 reset and resend answer known and unknown addresses alike', () => {
  it.each([
    ['reset', requestReset, "If an account exists with that email, we've sent password reset"],
    ['resend', resend, "If an account exists with that email, we've sent a new verification link."],
  ])('%s: in status, body, headers and minimum response time', async (name, ask, text) => {
    await addVerifiedUser(auth, `${name}-verified@example.com`);
    await signUp(auth, `${name}-unverified@example.com`);
    const kinds = ['verified', 'unverified', 'unknown'];
    const answers = [];
    for (const kind of kinds) {
      const began = performance.now();
      const { status, body, headers } = await ask(`${name}-${kind}@example.com`);
      // Slightly less than the configured time: timers may fire a fraction of a millisecond early.
      expect(performance.now() - began, kind).toBeGreaterThan(118);
      answers.push(JSON.stringify([status, body, [...headers.keys()]]));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain(text);
  });

  it.each([[undefined], [''], ['no address'], [['a@example.com']]])('refuse %j', async (email) => {
    expect((await requestReset(email)).status).toBe(400);
    expect((await resend(email)).status).toBe(400);
  });
});

describe('a password change', () => {
  const change = (token: string, json: object) =>
    auth.call('/api/auth/change-password', { token, json });

  it('revokes all older tokens, returns a new one and notifies the user', async () => {
    const { token, user } = await addVerifiedUser(auth, 'change@example.com');
    const other = ((await logIn(auth, 'change@example.com')).body as Session).token;
    await auth.published();
    const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const { status, body } = await change(token, json);
    expect(status).toBe(200);
    expect(body).toEqual({ message: 'Password changed successfully!', token: expect.any(String) });
    const fresh = (body as { token: string }).token;
    for (const old of [token, other]) {
      expect((await auth.call('/api/auth/verify', { token: old })).status).toBe(401);
    }
    expect((await auth.call('/api/auth/verify', { token: fresh })).body).toEqual(user);
    expect((await auth.published()).map(({ type }) => type)).toEqual([
      'user.sessions_revoked',
      'email.requested',
    ]);
    expect((await logIn(auth, 'change@example.com', NEW_PASSWORD)).status).toBe(200);
    expect((await logIn(auth, 'change@example.com')).status).toBe(401);
  });

  it('succeeds exactly once in several concurrent requests', async () => {
    const { token } = await addVerifiedUser(auth, 'race@example.com');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        change(token, { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${index}` }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
    const password = `${NEW_PASSWORD} ${winner}`;
    expect((await logIn(auth, 'race@example.com', password)).status).toBe(200);
  });

  it.each([
    [{}, 'All fields are required'],
    [{ currentPassword: PASSWORD }, 'All fields are required'],
    [{ currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 'Current password is incorrect'],
    [
      { currentPassword: 'x'.repeat(300), newPassword: NEW_PASSWORD },
      'Current password is incorrect',
    ],
    [
      { currentPassword: PASSWORD, newPassword: '1234567' },
      'New password must be at least 8 characters long',
    ],
    [{ currentPassword: PASSWORD, newPassword: 'Password1' }, 'one of the most common ones'],
  ])('is refused: %j', async (json, text) => {
    const email = 'refused@example.com';
    const known = await logIn(auth, email);
    const { token } =
      known.status === 200 ? (known.body as Session) : await addVerifiedUser(auth, email);
    await auth.published();
    const { status, body } = await change(token, json);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringContaining(text) });
    expect(await auth.published()).toEqual([]);
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(200);
  });
});

describe('logging out everywhere', () => {
  it('revokes every token, including the current one, but no later one', async () => {
    const { token } = await addVerifiedUser(auth, 'out@example.com');
    const other = ((await logIn(auth, 'out@example.com')).body as Session).token;
    const { status } = await auth.call('/api/auth/logout-everywhere', { token, method: 'POST' });
    expect(status).toBe(200);
    for (const old of [token, other]) {
      expect((await auth.call('/api/auth/verify', { token: old })).status).toBe(401);
    }
    const fresh = ((await logIn(auth, 'out@example.com')).body as Session).token;
    expect((await auth.call('/api/auth/verify', { token: fresh })).status).toBe(200);
  });
});
