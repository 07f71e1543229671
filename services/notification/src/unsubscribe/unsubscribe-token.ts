import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of an unsubscribe token. It contains no plain address and never expires. */
export type Unsubscription = {
  /** From `hashAddress`. */
  addressHash: Buffer;
  /** The account that the mail was for, if any. */
  userId: string | null;
};

const VERSION = 'v1';
/** The only list: all bulk mail. The token names it, so that other lists can be added. */
const LIST = 'all';
const HASH_BYTES = 32;

/** `v1.all.<hash>.<user id or empty>.<HMAC with UNSUBSCRIBE_KEY>`; safe in a URL. */
export function createUnsubscribeToken(
  { addressHash, userId }: Unsubscription,
  unsubscribeKey: Buffer,
): string {
  const content = [VERSION, LIST, addressHash.toString('base64url'), userId ?? ''].join('.');
  return `${content}.${sign(content, unsubscribeKey)}`;
}

/** Null for a token that was not signed with this key. */
export function readUnsubscribeToken(token: string, unsubscribeKey: Buffer): Unsubscription | null {
  const end = token.lastIndexOf('.');
  const content = token.slice(0, Math.max(end, 0));
  if (!isSame(token.slice(end + 1), sign(content, unsubscribeKey))) return null;
  const [version, list, hash = '', userId = ''] = content.split('.');
  const addressHash = Buffer.from(hash, 'base64url');
  if (version !== VERSION || list !== LIST || addressHash.length !== HASH_BYTES) return null;
  return { addressHash, userId: userId || null };
}

/** The URL of the unsubscribe page (GET) and of RFC 8058's one-click call (POST). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/api/unsubscribe?token=${encodeURIComponent(token)}`;
}

function sign(content: string, key: Buffer): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
