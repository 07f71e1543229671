import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { testKeys, tokenFor } from '@cairn/testing/identity.ts';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AuthUnderTest,
  addVerifiedUser,
  logIn,
  PASSWORD,
  signUp,
  startAuth,
} from './start-auth.ts';

let auth: AuthUnderTest;
let player: Session;

beforeAll(async () => {
  auth = await startAuth();
  player = await addVerifiedUser(auth, 'player@example.com');
});
afterAll(() => auth.stop());

describe('login', () => {
  it('returns the user and a token valid for seven days', async () => {
    const { status, body } = await logIn(auth, ' Player@Example.com ');
    expect(status).toBe(200);
    const { token, user } = body as Session;
    expect(user).toEqual(player.user);
    const { header, payload } = jwt.decode(token, { complete: true }) ?? {};
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT' });
    const { iat, exp, ...claims } = payload as jwt.JwtPayload;
    expect(claims).toEqual({
      kind: 'session',
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ver: 1,
      adm: false,
      sub: player.user.id,
      iss: 'cairn',
      aud: 'cairn',
    });
    expect((exp ?? 0) - (iat ?? 0)).toBe(7 * 24 * 3600);
  });

  it('records the time of successful logins only', async () => {
    const { user } = await addVerifiedUser(auth, 'when@example.com');
    const lastLogin = async () => {
      const { rows } = await auth.pool.query('SELECT last_login FROM users WHERE id = $1', [
        user.id,
      ]);
      return rows[0].last_login?.getTime();
    };
    const before = await lastLogin();
    await logIn(auth, 'when@example.com', 'a wrong password');
    expect(await lastLogin()).toBe(before);
    await logIn(auth, 'when@example.com');
    expect(await lastLogin()).toBeGreaterThan(before);
  });

  it.each([
    {},
    { email: 'player@example.com' },
    { password: PASSWORD },
    { email: '', password: PASSWORD },
    { email: 'player@example.com', password: '' },
    { email: { $ne: '' }, password: PASSWORD },
    { email: 'player@example.com', password: [PASSWORD] },
  ])('needs an address and a password: %j', async (json) => {
    const { status, body } = await auth.call('/api/auth/login', { json });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Email and password are required' });
  });

  it.each([
    ['player@example.com', 'x'.repeat(257)],
    ['player@example.com', '\u{1F5FF}'.repeat(10_000)],
    [`${'a'.repeat(300)}@example.com`, PASSWORD],
  ])('is refused like any other where something is too long', async (email, password) => {
    const { status, body } = await auth.call('/api/auth/login', { json: { email, password } });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: 'Invalid email or password' });
    expect(body).not.toHaveProperty('fields');
  });

  it('reports an unverified address only with the correct password', async () => {
    await signUp(auth, 'unverified@example.com');
    const wrong = await logIn(auth, 'unverified@example.com', 'a wrong password');
    expect(wrong.status).toBe(401);
    const { status, body } = await logIn(auth, 'unverified@example.com');
    expect(status).toBe(403);
    expect(body).toEqual({
      error: 'Please verify your email address before logging in.',
      unverifiedEmail: true,
      requestId: expect.any(String),
    });
  });

  it('reports a suspension only with the correct password', async () => {
    await addVerifiedUser(auth, 'suspended@example.com');
    await auth.pool.query("UPDATE users SET status = 'suspended' WHERE email LIKE 'suspended@%'");
    expect((await logIn(auth, 'suspended@example.com', 'a wrong password')).status).toBe(401);
    const { status, body } = await logIn(auth, 'suspended@example.com');
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: expect.stringContaining('suspended') });
    expect(body).not.toHaveProperty('unverifiedEmail');
  });
});

describe('P-4.1 login answers known and unknown addresses alike', () => {
  it('in status and body', async () => {
    await signUp(auth, 'not-yet@example.com');
    const refusals = await Promise.all(
      [
        'player@example.com',
        'not-yet@example.com',
        'unknown@example.com',
        'no address',
        'x\u2028y',
      ].map((email) => logIn(auth, email, 'a wrong password')),
    );
    for (const { status, body } of refusals) {
      expect(status).toBe(401);
      expect(body).toEqual({
        error: 'Invalid email or password',
        requestId: expect.any(String),
      });
    }
  });
});

describe('the session', () => {
  it('returns the current data of the user', async () => {
    const { token, user } = await addVerifiedUser(auth, 'renamed@example.com');
    await auth.pool.query("UPDATE users SET first_name = 'Ada' WHERE id = $1", [user.id]);
    const { status, body } = await auth.call('/api/auth/verify', { token });
    expect(status).toBe(200);
    expect(body).toEqual({ ...user, firstName: 'Ada' });
  });

  it.each([
    ["status = 'suspended'", 'suspended'],
    ['token_version = 2', 'ended'],
    ['is_admin = true', 'promoted'],
  ])('is refused after %s', async (change, name) => {
    const { token, user } = await addVerifiedUser(auth, `${name}-session@example.com`);
    await auth.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [user.id]);
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
  });

  it('is refused for a deleted and for an unknown user', async () => {
    const { token, user } = await addVerifiedUser(auth, 'gone@example.com');
    await auth.pool.query('DELETE FROM users WHERE id = $1', [user.id]);
    const tokens = [token, tokenFor({ userId: randomUUID() }), tokenFor({ userId: 'no uuid' })];
    for (const one of tokens) {
      expect((await auth.call('/api/auth/verify', { token: one })).status).toBe(401);
    }
  });
});

describe('P-4.4 a token is refused with 401', () => {
  const claims = () => ({ kind: 'session', ver: 1, adm: true, sub: player.user.id });
  const issued = { issuer: 'cairn', audience: 'cairn', expiresIn: 3600 } as const;
  const signed = (payload: object, options: jwt.SignOptions, key = testKeys.JWT_PRIVATE_KEY) =>
    jwt.sign(payload, key, { algorithm: 'ES256', ...options });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const otherKey = other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  const tokens: [string, () => string][] = [
    ['missing', () => ''],
    ['malformed', () => 'x'],
    ['alg none', () => jwt.sign(claims(), '', { ...issued, algorithm: 'none' })],
    ['alg none with a signature', () => `${encode({ alg: 'none' })}.${partsOf(player.token)[1]}.x`],
    ['HS256 under the public key', () => hs256(claims(), testKeys.JWT_PUBLIC_KEYS)],
    ['no exp', () => signed(claims(), { issuer: 'cairn', audience: 'cairn' })],
    [
      'expired',
      () => signed({ ...claims(), exp: 1_000_000_000 }, { issuer: 'cairn', audience: 'cairn' }),
    ],
    ['another audience', () => signed(claims(), { ...issued, audience: 'others' })],
    ['another issuer', () => signed(claims(), { ...issued, issuer: 'others' })],
    ['another kind', () => signed({ ...claims(), kind: 'reset' }, issued)],
    ['no version', () => signed({ ...claims(), ver: undefined }, issued)],
    ['another key', () => signed(claims(), issued, otherKey)],
    [
      'another key, named in the header',
      () =>
        signed(
          claims(),
          {
            ...issued,
            keyid: '../../dev/null',
            header: {
              alg: 'ES256',
              jku: 'http://127.0.0.1:9/keys',
              jwk: other.publicKey.export({ format: 'jwk' }),
            } as unknown as jwt.JwtHeader,
          },
          otherKey,
        ),
    ],
    ['a changed payload', () => withPayload(player.token, { ...claims(), exp: 4_000_000_000 })],
    ['a cut signature', () => player.token.slice(0, -4)],
  ];

  it.each(tokens)('%s', async (_, make) => {
    const { status, body } = await auth.call('/api/auth/verify', { token: make() });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
  });

  it('100 KB of it (or 431)', async () => {
    const answer = await auth.call('/api/auth/verify', { token: 'x'.repeat(100_000) });
    expect([401, 431]).toContain(answer.status);
  });

  it('in another scheme, while the same token is accepted as Bearer', async () => {
    for (const authorization of [
      player.token,
      `Basic ${player.token}`,
      `Bearer  ${player.token}`,
    ]) {
      const { status } = await auth.call('/api/auth/verify', { headers: { authorization } });
      expect(status).toBe(401);
    }
    expect((await auth.call('/api/auth/verify', { token: player.token })).status).toBe(200);
  });
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function partsOf(token: string): string[] {
  return token.split('.');
}

function withPayload(token: string, payload: object): string {
  const [header, , signature] = partsOf(token);
  return `${header}.${encode({ iss: 'cairn', aud: 'cairn', ...payload })}.${signature}`;
}

/** Signed manually, since the library refuses to sign with a public key. */
function hs256(payload: object, secret: string): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const body = encode({ iss: 'cairn', aud: 'cairn', exp, ...payload });
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${body}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

describe('GET /api/auth/verify', () => {
  const verify = (token: string) => auth.call('/api/auth/verify', { token });

  it('reads user, products and session in one statement', async () => {
    const { token } = await addVerifiedUser(auth, 'one-statement@example.com');
    const queries = vi.spyOn(auth.pool, 'query');
    expect((await verify(token)).status).toBe(200);
    const names = queries.mock.calls.map(([query]) => (query as { name?: string }).name ?? '');
    queries.mockRestore();
    expect(names.filter((name) => name.startsWith('auth.'))).toEqual(['auth.findUsersOfSessions']);
  });

  it('P-4.8 returns 401 for an ended session while other sessions of the user stay valid', async () => {
    const { token: ended } = await addVerifiedUser(auth, 'two-sessions@example.com');
    const other = (await logIn(auth, 'two-sessions@example.com')).body as Session;
    await auth.call('/api/auth/logout', { token: ended, method: 'POST' });
    expect((await verify(ended)).status).toBe(401);
    expect((await verify(other.token)).status).toBe(200);
  });
});
