import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { CALLERS, type Caller } from '@cairn/contracts/services.ts';
import { TOKEN_AUDIENCE, TOKEN_ISSUER } from '@cairn/service-kit/identity.ts';
import jwt from 'jsonwebtoken';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const internal = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Keys for services under test, new for each test file. */
export const testKeys = {
  JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  JWT_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  // The same key for every process, so that a test can call a service as any caller.
  INTERNAL_PRIVATE_KEY: internal.privateKey,
  INTERNAL_PUBLIC_KEYS: JSON.stringify(
    Object.fromEntries(CALLERS.map((caller) => [caller, internal.publicKey])),
  ),
};

/** Unreachable addresses, for services under test without revocations. */
export const noRevocations = { REDIS_URL: 'redis://127.0.0.1:1', AUTH_URL: 'http://127.0.0.1:1' };

/** The override `revocations` for services under test in which no token is revoked. */
export const neverRevoked = () => ({
  findState: async () => ({ lowestVersion: 1, isSessionEnded: false }),
  ping: async () => {},
  backgroundService: { stop: async () => {} },
});

/** A session token of an admin, by default of a new one. */
export function adminToken(userId: string = randomUUID()): string {
  return tokenFor({ userId, isAdmin: true });
}

/** Signs internal tokens of any caller for services configured with `testKeys`. */
export function internalTokenFor(caller: Caller): string {
  return jwt.sign({}, internal.privateKey, {
    algorithm: 'ES256',
    issuer: caller,
    audience: CALLERS.map((service) => `internal:${service}`),
    expiresIn: 300,
  });
}

/** A session token that services configured with `testKeys` accept. */
export function tokenFor(user: {
  userId: string;
  isAdmin?: boolean;
  tokenVersion?: number;
}): string {
  const claims = { kind: 'session', ver: user.tokenVersion ?? 1, adm: user.isAdmin ?? false };
  return jwt.sign(claims, privateKey, {
    algorithm: 'ES256',
    subject: user.userId,
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
    expiresIn: '1h',
  });
}
