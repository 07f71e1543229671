import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { CALLERS, type Caller } from '@cairn/contracts/services.ts';
import jwt from 'jsonwebtoken';

/** Header of the internal token. The gateway never forwards it. */
export const INTERNAL_TOKEN_HEADER = 'x-internal-token';

const ALGORITHM = 'ES256';
const LIFE_S = 300;
/** A cached token is replaced when less than this remains of its validity. */
const RENEW_BEFORE_S = 60;
const CACHED_MAX = 100;

export type PublicKeys = Partial<Record<Caller, string>>;

/** Returns a token for internal calls to `audience`. */
export type SignInternal = (audience: Caller) => string;

/** Returns the caller that signed a token for this process; null for an invalid token. */
export type VerifyInternal = (token: string) => Caller | null;

/**
 * Signs short-lived JWTs (ES256) that name the caller and the called service, so that a token
 * cannot be used at another service. Caches a token until shortly before it expires.
 */
export function createInternalSigner(issuer: Caller, privateKey: string): SignInternal {
  const key = createPrivateKey(privateKey);
  const cached = new Map<Caller, { token: string; renewAt: number }>();
  return (audience) => {
    const known = cached.get(audience);
    if (known && Date.now() < known.renewAt) return known.token;
    const token = jwt.sign({}, key, {
      algorithm: ALGORITHM,
      issuer,
      audience: audienceOf(audience),
      expiresIn: LIFE_S,
    });
    cached.set(audience, { token, renewAt: Date.now() + (LIFE_S - RENEW_BEFORE_S) * 1000 });
    return token;
  };
}

/** Verifies tokens for `audience`; caches each result until the token expires. */
export function createInternalVerifier(audience: Caller, publicKeys: PublicKeys): VerifyInternal {
  const keys = CALLERS.flatMap((caller) =>
    keysOf(publicKeys[caller] ?? '').map((key) => ({ caller, key })),
  );
  const verified = new Map<string, { caller: Caller; expiresAt: number }>();
  return (token) => {
    const known = verified.get(token);
    if (known && Date.now() < known.expiresAt) return known.caller;
    for (const { caller, key } of keys) {
      const expiresAt = expiryOf(token, { caller, key, audience });
      if (expiresAt === null) continue;
      if (verified.size >= CACHED_MAX) verified.clear();
      verified.set(token, { caller, expiresAt });
      return caller;
    }
    return null;
  };
}

/** Differs from the audience of session tokens. */
function audienceOf(service: Caller): string {
  return `internal:${service}`;
}

function keysOf(pems: string): KeyObject[] {
  return pems
    .split(/(?=-----BEGIN)/)
    .filter((block) => block.includes('-----BEGIN'))
    .map((block) => createPublicKey(block));
}

function expiryOf(
  token: string,
  { caller, key, audience }: { caller: Caller; key: KeyObject; audience: Caller },
): number | null {
  try {
    const payload = jwt.verify(token, key, {
      algorithms: [ALGORITHM],
      issuer: caller,
      audience: audienceOf(audience),
      // Also refuses a token without `iat` or with a longer lifetime than internal tokens have.
      maxAge: LIFE_S,
    });
    return typeof payload === 'object' && payload.exp ? payload.exp * 1000 : null;
  } catch {
    return null;
  }
}
