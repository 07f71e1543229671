import { createPublicKey, hash, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { ConfigError } from './config.ts';
import { UnauthenticatedError } from './errors.ts';

export const TOKEN_ISSUER = 'cairn';
export const TOKEN_AUDIENCE = 'cairn';

/** Claims of a session token; tokens with other claims are refused. */
const claims = z.object({
  sub: z.uuid(),
  kind: z.literal('session'),
  /** The session, ended by logout. Tokens issued before sessions had ids lack it. */
  sid: z.uuid().optional(),
  /** Incremented when all older tokens of the user are revoked. */
  ver: z.int().positive(),
  adm: z.boolean(),
  exp: z.number(),
});

export type Identity = {
  userId: string;
  isAdmin: boolean;
  tokenVersion: number;
  /** Null in tokens issued before sessions had ids. */
  sessionId: string | null;
};

export type Authenticate = (authorization: string | undefined) => Identity;

type Verified = { identity: Identity; expiresAt: number };

const CACHED_MAX = 5_000;

/**
 * Verifies `Authorization: Bearer <ES256 token>` with any of the public keys (concatenated PEM
 * blocks, two during rotation). Throws UnauthenticatedError (401) otherwise. Caches valid
 * tokens until they expire; revocation is checked separately for each request.
 */
export function createAuthenticator(publicKeys: string): Authenticate {
  // Key objects are created once: parsing a PEM string at each verification is four times as
  // expensive.
  const keys = publicKeys
    .split(/(?=-----BEGIN)/)
    .filter((block) => block.includes('-----BEGIN'))
    .map(readKey);
  const verified = new Map<string, Verified>();
  return (authorization = '') => {
    const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
    if (!token) throw new UnauthenticatedError();
    // A hash, so that no dump of the heap contains a cached token.
    const id = hash('sha256', token, 'base64url');
    const known = verified.get(id);
    if (known && Date.now() < known.expiresAt) return known.identity;
    verified.delete(id);
    for (const key of keys) {
      const found = verify(token, key);
      if (!found) continue;
      if (verified.size >= CACHED_MAX) verified.delete(verified.keys().next().value ?? '');
      verified.set(id, found);
      return found.identity;
    }
    throw new UnauthenticatedError();
  };
}

/** A key of another type would verify no token, so fail at start. */
function readKey(pem: string): KeyObject {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new ConfigError('JWT_PUBLIC_KEYS must be P-256 keys');
  }
  return key;
}

function verify(token: string, key: KeyObject): Verified | null {
  try {
    const payload = jwt.verify(token, key, {
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
    const { sub, adm, ver, sid, exp } = claims.parse(payload);
    const identity = { userId: sub, isAdmin: adm, tokenVersion: ver, sessionId: sid ?? null };
    return { identity: Object.freeze(identity), expiresAt: exp * 1_000 };
  } catch {
    return null;
  }
}
