import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { testKeys, tokenFor } from '@cairn/testing/identity.ts';
import jwt from 'jsonwebtoken';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from './config.ts';
import { UnauthenticatedError } from './errors.ts';
import { createAuthenticator, TOKEN_AUDIENCE, TOKEN_ISSUER } from './identity.ts';

const { JWT_PRIVATE_KEY, JWT_PUBLIC_KEYS } = testKeys;
const authenticate = createAuthenticator(JWT_PUBLIC_KEYS);
const foreignKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

const USER = randomUUID();
const OTHER = randomUUID();
const CLAIMS = { kind: 'session', ver: 1, adm: false };
const OPTIONS: jwt.SignOptions = {
  algorithm: 'ES256',
  subject: USER,
  issuer: TOKEN_ISSUER,
  audience: TOKEN_AUDIENCE,
  expiresIn: '1h',
};

function sign(
  claims: object = CLAIMS,
  options: jwt.SignOptions = {},
  key: jwt.Secret = JWT_PRIVATE_KEY,
): string {
  return jwt.sign(claims, key, { ...OPTIONS, ...options });
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

const { expiresIn: _, ...WITHOUT_EXPIRY } = OPTIONS;
const full = { ...CLAIMS, sub: USER, iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, exp: 4e9 };
const [header = '', payload = '', signature = ''] = sign().split('.');

/** The public key as an HMAC secret: an algorithm confusion attack. */
function signWithPublicKey(): string {
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(full)}`;
  return `${head}.${createHmac('sha256', JWT_PUBLIC_KEYS).update(head).digest('base64url')}`;
}

const jwk = foreignKeys.publicKey.export({ format: 'jwk' });
const header_ = (extra: object) => ({ header: { alg: 'ES256', ...extra } }) as jwt.SignOptions;

const REFUSED: [string, string | undefined][] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['no scheme', sign()],
  ['another scheme', `Basic ${sign()}`],
  ['alg none without a signature', `Bearer ${encode({ alg: 'none' })}.${encode(full)}.`],
  ['alg none with a signature', `Bearer ${encode({ alg: 'none' })}.${encode(full)}.${signature}`],
  ['HS256 with the public key', `Bearer ${signWithPublicKey()}`],
  ['RS256', `Bearer ${sign(CLAIMS, { algorithm: 'RS256' }, rsa.privateKey)}`],
  ['no exp', `Bearer ${jwt.sign(CLAIMS, JWT_PRIVATE_KEY, WITHOUT_EXPIRY)}`],
  ['expired', `Bearer ${sign(CLAIMS, { expiresIn: -1 })}`],
  ['not yet valid', `Bearer ${sign(CLAIMS, { notBefore: 60 })}`],
  ['another audience', `Bearer ${sign(CLAIMS, { audience: 'elsewhere' })}`],
  ['another issuer', `Bearer ${sign(CLAIMS, { issuer: 'elsewhere' })}`],
  ['another kind of token', `Bearer ${sign({ ...CLAIMS, kind: 'password_reset' })}`],
  ['no kind', `Bearer ${sign({ ver: 1, adm: false })}`],
  ['an empty subject', `Bearer ${sign(CLAIMS, { subject: '' })}`],
  ['a subject with a NUL', `Bearer ${sign(CLAIMS, { subject: `${USER}\0` })}`],
  ['a subject with a lone surrogate', `Bearer ${sign(CLAIMS, { subject: 'a\ud800' })}`],
  ['a subject with SQL', `Bearer ${sign(CLAIMS, { subject: "' OR 1=1 --" })}`],
  ['a subject that is not a Cairn id', `Bearer ${sign(CLAIMS, { subject: 'user-1' })}`],
  ['a version that is a text', `Bearer ${sign({ ...CLAIMS, ver: '1' })}`],
  ['a session that is not an id', `Bearer ${sign({ ...CLAIMS, sid: 'x' })}`],
  ['a role that is a text', `Bearer ${sign({ ...CLAIMS, adm: 'false' })}`],
  ['another key', `Bearer ${sign(CLAIMS, {}, foreignKeys.privateKey)}`],
  ['its own jwk', `Bearer ${sign(CLAIMS, header_({ jwk }), foreignKeys.privateKey)}`],
  ['a jku', `Bearer ${sign(CLAIMS, header_({ jku: 'http://x.test/k' }), foreignKeys.privateKey)}`],
  [
    'a path as kid',
    `Bearer ${sign(CLAIMS, header_({ kid: '/dev/null' }), foreignKeys.privateKey)}`,
  ],
  ['a changed payload', `Bearer ${header}.${encode({ ...full, adm: true })}.${signature}`],
  [
    'a payload that is not an object',
    `Bearer ${header}.${Buffer.from('1').toString('base64url')}.${signature}`,
  ],
  ['no signature', `Bearer ${header}.${payload}.`],
  ['two tokens', `Bearer ${sign()} ${sign()}`],
  ['100 KB of token', `Bearer ${header}.${'A'.repeat(100_000)}.${signature}`],
  ['100 KB of dots', `Bearer ${'.'.repeat(100_000)}`],
];

describe('P-4.4 session token', () => {
  it.each(REFUSED)('is refused with 401: %s', (_, authorization) => {
    expect(() => authenticate(authorization)).toThrow(UnauthenticatedError);
  });

  it('is accepted if valid, whatever key hints its header contains', () => {
    const user = { userId: USER, isAdmin: false, tokenVersion: 1, sessionId: null };
    expect(authenticate(`Bearer ${sign()}`)).toEqual(user);
    // Scheme names are case-insensitive (RFC 9110 11.1).
    expect(authenticate(`bearer ${sign()}`)).toEqual(user);
    expect(
      authenticate(`Bearer ${sign(CLAIMS, header_({ kid: 'x', jku: 'http://x.test' }))}`),
    ).toEqual(user);
    expect(
      authenticate(`Bearer ${tokenFor({ userId: OTHER, isAdmin: true, tokenVersion: 7 })}`),
    ).toEqual({ userId: OTHER, isAdmin: true, tokenVersion: 7, sessionId: null });
    const sid = randomUUID();
    expect(authenticate(`Bearer ${sign({ ...CLAIMS, sid })}`)).toEqual({ ...user, sessionId: sid });
  });
});

describe('P-4.4 the cache of verified tokens', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('verifies a token once, and refuses it after it has expired', () => {
    vi.useFakeTimers();
    const verify = vi.spyOn(jwt, 'verify');
    const caching = createAuthenticator(JWT_PUBLIC_KEYS);
    const authorization = `Bearer ${sign()}`;
    const identity = caching(authorization);
    expect(caching(authorization)).toEqual(identity);
    expect(verify).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(3_600_000);
    expect(() => caching(authorization)).toThrow(UnauthenticatedError);
  });

  it('keeps no refused token', () => {
    const verify = vi.spyOn(jwt, 'verify');
    const caching = createAuthenticator(JWT_PUBLIC_KEYS);
    const authorization = `Bearer ${sign(CLAIMS, {}, foreignKeys.privateKey)}`;
    expect(() => caching(authorization)).toThrow(UnauthenticatedError);
    expect(() => caching(authorization)).toThrow(UnauthenticatedError);
    expect(verify).toHaveBeenCalledTimes(2);
  });
});

describe('public keys', () => {
  it('accept tokens of both keys during rotation', () => {
    const other = foreignKeys.publicKey.export({ type: 'spki', format: 'pem' });
    const both = createAuthenticator(`${other}\n${JWT_PUBLIC_KEYS}`);
    expect(both(`Bearer ${sign()}`).userId).toBe(USER);
    expect(both(`Bearer ${sign(CLAIMS, {}, foreignKeys.privateKey)}`).userId).toBe(USER);
  });

  it('of another type stop the process at start', () => {
    const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(() => createAuthenticator(pem)).toThrow(ConfigError);
  });
});
