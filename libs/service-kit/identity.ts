import { createPublicKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { ConfigError } from './config.ts';
import { UnauthenticatedError } from './errors.ts';

export const TOKEN_ISSUER = 'cairn';
export const TOKEN_AUDIENCE = 'cairn';

/** What a login token says; anything else is not one. */
const claims = z.object({
  sub: z.uuid(),
  kind: z.literal('session'),
  /** The session, ended by logout. Tokens issued before sessions had ids lack it. */
  sid: z.uuid().optional(),
  /** Grows when all older tokens of the user end. */
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
 * Verifies `Authorization: Bearer <ES256 token>` with any of the public keys (PEM blocks one after
 * another; two during rotation). Throws UnauthenticatedError (401) for everything else.
 */
export function createAuthenticator(publicKeys: string): Authenticate {
  // Key objects made once: a string key costs four times as much at each verification.
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

/** A key of another kind would verify nothing: better that the process does not start. */
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
