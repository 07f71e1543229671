import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
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

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(() => auth.published());

describe('sign-up', () => {
  it('creates one unverified account and publishes user.registered', async () => {
    const { status, body } = await signUp(auth, 'new@example.com');
    expect(status).toBe(201);
    expect(body).toEqual({ message: expect.stringContaining('Check your email') });
    const [user] = await usersOf('new@example.com');
    expect(user).toMatchObject({ status: 'active', email_verified: false, is_admin: false });
    const [registered, mail, ...others] = await auth.published();
    expect(others).toEqual([]);
    expect(registered).toMatchObject({
      type: 'user.registered',
      key: user.id,
      data: { userId: user.id, version: 1, email: 'new@example.com', emailVerified: false },
    });
    expect(mail).toMatchObject({
      type: 'email.requested',
      key: user.id,
      data: { userId: user.id, email: 'new@example.com', template: 'verification' },
    });
  });

  it('maps all spellings of an address to one account', async () => {
    await signUp(auth, 'Ada@Example.com');
    await signUp(auth, '  ADA@EXAMPLE.COM ');
    expect(await usersOf('ada@example.com')).toHaveLength(1);
    expect(eventTypes(await auth.published())).toEqual([
      'user.registered',
      'email.requested',
      'email.requested',
    ]);
  });

  it('creates one account and one valid link for many concurrent sign-ups', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp(auth, 'crowd@example.com')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await usersOf('crowd@example.com')).toHaveLength(1);
    const events = await auth.published();
    expect(eventTypes(events).filter((type) => type === 'user.registered')).toHaveLength(1);
    const tokens = tokensIn(events);
    expect(tokens).toHaveLength(20);
    const uses = await Promise.all(tokens.map((token) => verify(auth, token)));
    expect(uses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  it('mails a verified user that the account exists, without a link', async () => {
    await addVerifiedUser(auth, 'owner@example.com');
    await auth.published();
    const before = await usersOf('owner@example.com');
    await signUp(auth, 'owner@example.com', 'another password');
    const [mail, ...others] = await auth.published();
    expect(others).toEqual([]);
    expect(mail?.data).toEqual({
      userId: before[0].id,
      email: 'owner@example.com',
      template: 'account_exists',
      sealedToken: null,
      expiresAt: null,
    });
    expect(await usersOf('owner@example.com')).toEqual(before);
    expect((await logIn(auth, 'owner@example.com')).status).toBe(200);
  });

  it.each(['verified', 'unverified'])(
    'sends at most 20 mails an hour to a mailbox, the last one with a valid link (%s)',
    async (kind) => {
      const email = `flooded-${kind}@example.com`;
      if (kind === 'verified') await addVerifiedUser(auth, email);
      else await signUp(auth, email);
      const mailsBefore = kind === 'verified' ? 1 : 0;
      const answers = [];
      for (let index = 0; index < 25; index++) answers.push(await signUp(auth, email));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(
        1,
      );
      const events = await auth.published();
      const mails = events.filter(({ type }) => type === 'email.requested');
      expect(mails).toHaveLength(20 - mailsBefore);
      if (kind === 'unverified') {
        expect((await verify(auth, tokensIn(events).at(-1) ?? '')).status).toBe(200);
      }
      const json = { email };
      await auth.call('/api/auth/password-reset/request', { json });
      expect(tokensIn(await auth.published())).toHaveLength(1);
      const id = (await usersOf(email))[0].id;
      await auth.pool.query(
        "UPDATE outbox SET created_at = created_at - interval '1 hour' WHERE key = $1",
        [id],
      );
      await signUp(auth, email);
      expect(eventTypes(await auth.published())).toEqual(['email.requested']);
    },
  );

  it('keeps the password of a user who signs up twice with the same one', async () => {
    await signUp(auth, 'twice@example.com');
    await signUp(auth, 'twice@example.com');
    await verify(auth, tokensIn(await auth.published()).at(-1) ?? '');
    expect((await logIn(auth, 'twice@example.com')).status).toBe(200);
  });

  it.each([
    ['first', ['password of an attacker', PASSWORD]],
    ['after the owner', [PASSWORD, 'password of an attacker']],
    ['before and after', ['password of an attacker', PASSWORD, 'password of an attacker']],
  ])('gives no access to a third party who signed up %s', async (order, passwords) => {
    const email = `pre-${order.replaceAll(' ', '-')}@example.com`;
    for (const password of passwords) await signUp(auth, email, password);
    const links = tokensIn(await auth.published());
    for (const older of links.slice(0, -1)) expect((await verify(auth, older)).status).toBe(400);
    const { status, body } = await verify(auth, links.at(-1) ?? '');
    expect(status).toBe(200);
    const { token } = body as Session;
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(200);
    for (const password of passwords) {
      expect((await logIn(auth, email, password)).status).toBe(401);
    }
    await auth.call('/api/auth/password-reset/request', { json: { email } });
    const [reset] = tokensIn(await auth.published());
    const json = { token: reset, password: 'chosen by the owner' };
    expect((await auth.call('/api/auth/password-reset/reset', { json })).status).toBe(200);
    expect((await logIn(auth, email, 'chosen by the owner')).status).toBe(200);
  });
});

describe('P-4.1 sign-up answers known and unknown addresses alike', () => {
  it('in status and body', async () => {
    await signUp(auth, 'unverified@example.com');
    await addVerifiedUser(auth, 'verified@example.com');
    const answers = [
      await signUp(auth, 'unknown@example.com'),
      await signUp(auth, 'unverified@example.com'),
      await signUp(auth, 'verified@example.com'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const names = answers.map(({ headers }) => [...headers.keys()].join());
    expect(new Set(names).size).toBe(1);
  });
});

describe('sign-up rejects', () => {
  it.each([
    [{}, 'All fields are required'],
    [{ email: 'x@example.com' }, 'All fields are required'],
    [{ password: PASSWORD }, 'All fields are required'],
    [{ email: null, password: PASSWORD }, 'All fields are required'],
    [{ email: ['x@example.com'], password: PASSWORD }, 'All fields are required'],
    [{ email: 'x@example.com', password: { length: 9 } }, 'All fields are required'],
    [{ email: 'no address', password: PASSWORD }, 'Please enter a valid email address'],
    [{ email: 'x\0@example.com', password: PASSWORD }, ''],
    [{ email: 'x@example.com', password: `${PASSWORD}\0` }, ''],
    [{ email: 'x@example.com\r\nBcc: y@example.com', password: PASSWORD }, 'valid email'],
    [{ email: `${'x'.repeat(250)}@example.com`, password: PASSWORD }, 'too long'],
    [{ email: 'x@example.com', password: '1234567' }, 'at least 8 characters long'],
    [{ email: 'x@example.com', password: 'x'.repeat(257) }, 'at most 256 characters long'],
  ])('%j', async (json, text) => {
    const { status, body } = await auth.call('/api/auth/signup', { json });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringContaining(text) });
    expect(await auth.published()).toEqual([]);
    expect(await usersOf('x@example.com')).toEqual([]);
  });
});

describe('passwords', () => {
  it.each([
    ['of the minimum length', 'x2345678'],
    ['of the maximum length', 'x'.repeat(256)],
    ['in another script', 'пароль-для-игры'],
    ['of symbols', '🗝️🏔️🌲🧭🪵🔦🥾🗺️'],
    ['with spaces around', '  padded password  '],
  ])('%s are accepted', async (name, password) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    expect((await signUp(auth, email, password)).status).toBe(201);
    await verify(auth, tokensIn(await auth.published())[0] ?? '');
    expect((await logIn(auth, email, password)).status).toBe(200);
    const others = [password.slice(0, -1), `${password} `.slice(0, 256), password.trim()];
    for (const other of others.filter((text) => text !== password)) {
      expect((await logIn(auth, email, other)).status).toBe(401);
    }
  });

  it('match in every Unicode composition of a letter', async () => {
    await signUp(auth, 'nfc@example.com', 'caf\u00e9 au lait');
    await verify(auth, tokensIn(await auth.published())[0] ?? '');
    expect((await logIn(auth, 'nfc@example.com', 'cafe\u0301 au lait')).status).toBe(200);
  });
});

describe('P-4.2 a copy of the database contains no usable secret', () => {
  it('no password and no valid token in rows, events or logs', async () => {
    const password = 'a password to look for';
    await signUp(auth, 'leak@example.com', password);
    const token = tokensIn(await auth.published())[0] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const dump = (await dumpEverything()) + auth.log();
    expect(dump).toContain('leak@example.com');
    const bytes = Buffer.from(token, 'base64url');
    for (const secret of [password, token, bytes.toString('hex'), bytes.toString('base64')]) {
      expect(dump).not.toContain(secret);
    }
    const { rows } = await auth.pool.query("SELECT encode(token_hash, 'hex') h FROM link_tokens");
    for (const { h } of rows) {
      expect((await verify(auth, h)).status).toBe(400);
      expect((await verify(auth, Buffer.from(h, 'hex').toString('base64url'))).status).toBe(400);
    }
    expect((await verify(auth, token)).status).toBe(200);
  });

  it('keeps addresses, tokens and passwords out of the log', async () => {
    const token = await signUpForToken(auth, 'quiet@example.com');
    await verify(auth, token);
    await logIn(auth, 'quiet@example.com', 'a wrong password');
    await logIn(auth, 'quiet@example.com');
    const log = auth.log();
    expect(log).toContain('user.logged_in');
    for (const secret of ['quiet@example.com', token, PASSWORD, 'a wrong password']) {
      expect(log).not.toContain(secret);
    }
  });
});

function eventTypes(events: EventEnvelope[]): string[] {
  return events.map(({ type }) => type);
}

async function usersOf(email: string) {
  const { rows } = await auth.pool.query('SELECT * FROM users WHERE lower(email) = $1', [email]);
  return rows;
}

/** All rows of all tables of the schema as text. */
async function dumpEverything(): Promise<string> {
  const { rows: tables } = await auth.pool.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'auth'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await auth.pool.query(`SELECT t::text AS row FROM ${name} t`);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}
