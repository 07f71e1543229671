import { createHash, randomBytes } from 'node:crypto';

export type LinkToken = {
  /** For the mail only: never in a row, an event or a log as it is. */
  token: string;
  hash: Buffer;
};

export function makeLinkToken(): LinkToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashLinkToken(token) };
}

/** SHA-256 is enough for 256 random bits: there is nothing to guess. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
