import { createHash, randomBytes } from 'node:crypto';

export type LinkToken = {
  /** For the mail only: never stored, published or logged in plain text. */
  token: string;
  hash: Buffer;
};

export function makeLinkToken(): LinkToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashLinkToken(token) };
}

/** SHA-256 without salt or cost is enough: 256 random bits cannot be guessed. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
