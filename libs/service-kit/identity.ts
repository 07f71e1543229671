import { createPublicKey, type KeyObject } from 'node:crypto';
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

/**
 * Verifies `Authorization: Bearer <ES256 token>` with any of the public keys (concatenated PEM
 * blocks, two during rotation). Throws UnauthenticatedError (401) otherwise.
 */
export function createAuthenticator(publicKeys: string): Authenticate {
  // Key objects are created once: parsing a PEM string at each verification is four times as
  // expensive.
  const keys = publicKeys
    .split(/(?=-----BEGIN)/)
    .filter((block) => block.includes('-----BEGIN'))
    .map(readKey);
  return (authorization) => {
    const token = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1];
    if (!token) throw new UnauthenticatedError();
    for (const key of keys) {
      const identity = verify(token, key);
      if (identity) return identity;
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

function verify(token: string, key: KeyObject): Identity | null {
  try {
    const payload = jwt.verify(token, key, {
      algorithms: ['ES256'],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
    const { sub, adm, ver, sid } = claims.parse(payload);
    return { userId: sub, isAdmin: adm, tokenVersion: ver, sessionId: sid ?? null };
  } catch {
    return null;
  }
}
