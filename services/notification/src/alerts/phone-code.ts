import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';

export const CODE_SECONDS = 10 * 60;

type Subject = { userId: string; number: string };

export function makePhoneCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Keyed, since six digits can be brute-forced from a plain hash; bound to one user and number. */
export function hashPhoneCode(code: string, { userId, number }: Subject, sealKey: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', 'phone code', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, number, code]))
    .digest();
}

export function isSameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
