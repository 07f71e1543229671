import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

const SALT_BYTES = 32;
/** Without those that look like another, and without U, so that hardly a word comes about. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30 letters, 16 times: 78 bits. */
const CODE_LENGTH = 16;

/**
 * Read off a damp slip of paper and typed with cold fingers: case, spaces and dashes do not count,
 * and O is 0, I and L are 1.
 */
export function normaliseCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

/**
 * How hard a code that staff chose is to guess, at most: the normalised length times log2 of the number
 * of distinct characters.
 */
export function countCodeBits(code: string): number {
  const letters = [...normaliseCode(code)];
  return letters.length * Math.log2(Math.max(1, new Set(letters).size));
}

/** In groups of four, to be written on paper and read from it. */
export function generateCode(): string {
  const letters = Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  );
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** By which a code is found and compared; worthless without the key, which no database holds. */
export function hashCode(code: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(normaliseCode(code)).digest();
}

export function makeSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

/** Anybody can check it once salt and code are revealed: hex SHA-256 of salt, then normalised code. */
export function commitTo(code: string, salt: Buffer): string {
  return createHash('sha256').update(salt).update(normaliseCode(code)).digest('hex');
}
