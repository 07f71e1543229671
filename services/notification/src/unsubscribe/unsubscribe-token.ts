import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the token of an unsubscribe link says. It names no address in clear and never expires. */
export type Unsubscription = {
  /** By `hashAddress`. */
  addressHash: Buffer;
  /** The account that the mail was for, if any. */
  userId: string | null;
};

const VERSION = 'v1';
/** The one list there is: every mail to many. Others may follow, each with its name in the token. */
const LIST = 'all';
const HASH_BYTES = 32;

/** `v1.all.<hash>.<user id or nothing>.<HMAC of all that under UNSUBSCRIBE_KEY>`; fit for a URL. */
export function createUnsubscribeToken(
  { addressHash, userId }: Unsubscription,
  unsubscribeKey: Buffer,
): string {
  const content = [VERSION, LIST, addressHash.toString('base64url'), userId ?? ''].join('.');
  return `${content}.${sign(content, unsubscribeKey)}`;
}

/** Null for whatever was not made by `createUnsubscribeToken` under this key. */
export function readUnsubscribeToken(token: string, unsubscribeKey: Buffer): Unsubscription | null {
  const end = token.lastIndexOf('.');
  const content = token.slice(0, Math.max(end, 0));
  if (!isSame(token.slice(end + 1), sign(content, unsubscribeKey))) return null;
  const [version, list, hash = '', userId = ''] = content.split('.');
  const addressHash = Buffer.from(hash, 'base64url');
  if (version !== VERSION || list !== LIST || addressHash.length !== HASH_BYTES) return null;
  return { addressHash, userId: userId || null };
}

/** The address of the page that asks for one click, and of RFC 8058's call without any. */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/api/unsubscribe?token=${encodeURIComponent(token)}`;
}

function sign(content: string, key: Buffer): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
