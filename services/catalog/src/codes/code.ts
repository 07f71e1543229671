import { createHash, createHmac, randomBytes } from 'node:crypto';

const SALT_BYTES = 32;

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
