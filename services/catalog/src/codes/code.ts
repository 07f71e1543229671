import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

const SALT_BYTES = 32;
/** Without look-alikes, and without U to avoid words. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30 letters, 16 times: 78 bits. */
const CODE_LENGTH = 16;

/**
 * Tolerates typing errors in a code copied from paper: ignores case, spaces and dashes, and reads O as
 * 0, I and L as 1.
 */
export function normaliseCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/**
 * Upper bound of the entropy of a code that staff chose: the normalised length times log2 of the
 * number of distinct characters.
 */
export function countCodeBits(code: string): number {
  const letters = [...normaliseCode(code)];
  return letters.length * Math.log2(Math.max(1, new Set(letters).size));
}

/** In groups of four, for reading from paper. */
export function generateCode(): string {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  );
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Codes are looked up and compared by this HMAC; the key is not in the database. */
export function hashCode(code: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(normaliseCode(code)).digest();
}

export function makeSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** Public commitment: hex SHA-256 of the salt, then the normalised code. Verifiable after the reveal. */
export function commitTo(code: string, salt: Buffer): string {
  return createHash('sha256').update(salt).update(normaliseCode(code)).digest('hex');
}
