import type { Session, VerifiedEmail } from '@cairn/contracts/http/accounts.ts';
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

const ATTACKER_PASSWORD = 'password of an attacker';
let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(() => auth.published());

describe('P-4.9 sign-up followed by login answers known and unknown addresses alike', () => {
  it.each([
    ['the password of the sign-up', ATTACKER_PASSWORD, 403],
    ['another password', 'a wrong password', 401],
  ])('login with %s', async (name, password, status) => {
    const prefix = name.replaceAll(' ', '-');
    const known = `${prefix}-known@example.com`;
    const unverified = `${prefix}-unverified@example.com`;
    await addVerifiedUser(auth, known);
    await signUp(auth, unverified, ATTACKER_PASSWORD);
    const answers = [];
    for (const email of [known, unverified, `${prefix}-unknown@example.com`]) {
      await signUp(auth, email, ATTACKER_PASSWORD);
      answers.push(await logIn(auth, email, password));
    }
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    const bodies = answers.map(({ body }) => JSON.stringify({ ...Object(body), requestId: '' }));
    expect(new Set(bodies).size).toBe(1);
    if (status === 403) expect(answers[0]?.body).toMatchObject({ unverifiedEmail: true });
  });

  it('login with the password of an older sign-up', async () => {
    await addVerifiedUser(auth, 'older-known@example.com');
    for (const email of ['older-known@example.com', 'older-unknown@example.com']) {
      await signUp(auth, email, 'the first password');
      await signUp(auth, email, ATTACKER_PASSWORD);
      expect((await logIn(auth, email, 'the first password')).status).toBe(401);
      expect((await logIn(auth, email, ATTACKER_PASSWORD)).status).toBe(403);
    }
  });

  it('login after the pending registration has expired and is purged', async () => {
    await addVerifiedUser(auth, 'expired-known@example.com');
    const emails = ['expired-known@example.com', 'expired-unknown@example.com'];
    for (const email of emails) await signUp(auth, email, ATTACKER_PASSWORD);
    await auth.pool.query("UPDATE pending_registrations SET expires_at = now() - interval '1 s'");
    for (const email of emails)
      expect((await logIn(auth, email, ATTACKER_PASSWORD)).status).toBe(401);
    await auth.purge();
    const { rows } = await auth.pool.query('SELECT * FROM pending_registrations');
    expect(rows).toEqual([]);
    for (const email of emails)
      expect((await logIn(auth, email, ATTACKER_PASSWORD)).status).toBe(401);
  });
});

describe('a pending registration', () => {
  it('does not change the account of a known address', async () => {
    const email = 'owner@example.com';
    const { token } = await addVerifiedUser(auth, email);
    await signUp(auth, email, ATTACKER_PASSWORD);
    expect(tokensIn(await auth.published())).toEqual([]);
    expect((await logIn(auth, email, PASSWORD)).status).toBe(200);
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(200);
  });

  it('sets the password of the account when the link is used', async () => {
    await signUp(auth, 'single@example.com');
    const { body } = await verify(auth, tokensIn(await auth.published())[0] ?? '');
    expect(body).toMatchObject({ hasPassword: true });
    expect((await logIn(auth, 'single@example.com')).status).toBe(200);
    const { rows } = await auth.pool.query(
      "SELECT 1 FROM pending_registrations JOIN users ON id = user_id WHERE email = 'single@example.com'",
    );
    expect(rows).toEqual([]);
  });

  it('returns the hunt of the sign-up with the link, also after a later sign-up without one', async () => {
    const email = 'wants-to-join@example.com';
    const json = { email, password: PASSWORD, huntHandle: 'vt-troll-hunt' };
    expect((await auth.call('/api/auth/signup', { json })).status).toBe(201);
    await signUp(auth, email);
    const { body } = await verify(auth, tokensIn(await auth.published()).at(-1) ?? '');
    expect(body).toMatchObject({ huntHandle: 'vt-troll-hunt', hasPassword: true });
    await signUp(auth, 'wants-nothing@example.com');
    const other = await verify(auth, tokensIn(await auth.published()).at(-1) ?? '');
    expect(other.body).toMatchObject({ huntHandle: null });
  });

  it('lets the owner replace the password of a third party after using the link', async () => {
    const email = 'replaced@example.com';
    await signUp(auth, email, ATTACKER_PASSWORD);
    const { body } = await verify(auth, tokensIn(await auth.published())[0] ?? '');
    const { token: session, passwordToken } = body as VerifiedEmail;
    const json = { token: passwordToken, password: 'chosen by the owner' };
    expect((await auth.call('/api/auth/password-reset/reset', { json })).status).toBe(200);
    expect((await auth.call('/api/auth/password-reset/reset', { json })).status).toBe(400);
    expect((await logIn(auth, email, ATTACKER_PASSWORD)).status).toBe(401);
    expect((await auth.call('/api/auth/verify', { token: session })).status).toBe(401);
    expect((await logIn(auth, email, 'chosen by the owner')).status).toBe(200);
  });

  it('sets no password when two sign-ups disagree, and reports that', async () => {
    const email = 'disputed@example.com';
    for (const password of [ATTACKER_PASSWORD, PASSWORD, ATTACKER_PASSWORD])
      await signUp(auth, email, password);
    const { body } = await verify(auth, tokensIn(await auth.published()).at(-1) ?? '');
    expect(body).toMatchObject({ hasPassword: false });
    for (const password of [ATTACKER_PASSWORD, PASSWORD]) {
      expect((await logIn(auth, email, password)).status).toBe(401);
    }
  });

  it('is completed when staff verify the address', async () => {
    const admin = (await addVerifiedUser(auth, 'staff@example.com')) as Session;
    const { rows: admins } = await auth.pool.query(
      'UPDATE users SET is_admin = true WHERE id = $1 RETURNING token_version',
      [admin.user.id],
    );
    const token = tokenFor({
      userId: admin.user.id,
      isAdmin: true,
      tokenVersion: admins[0].token_version,
    });
    await signUp(auth, 'confirmed@example.com');
    const { rows } = await auth.pool.query("SELECT id FROM users WHERE email LIKE 'confirmed@%'");
    const { status } = await auth.call(`/api/admin/accounts/${rows[0].id}`, {
      method: 'PATCH',
      token,
      json: { email_verified: true },
    });
    expect(status).toBe(200);
    expect((await logIn(auth, 'confirmed@example.com')).status).toBe(200);
  });
});
