import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const FORMAT = 'v1';
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text that cannot be opened: changed, or sealed with another context or key. */
export class UnsealError extends Error {
  override name = 'UnsealError';
}

/**
 * Encrypts and authenticates a text (AES-256-GCM) under a 32-byte key. `context` is bound to the
 * text but not stored in it: unsealing requires the same context, so that a sealed text cannot be
 * moved to another row, user or use. The result is `v1.<nonce, tag and ciphertext in base64url>`.
 */
export function seal(plain: string, key: Buffer, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(context));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `${FORMAT}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Opens the result of `seal`. Throws UnsealError, which reveals nothing of the content. */
export function unseal(sealed: string, key: Buffer, context: string): string {
  const [format, encoded, rest] = sealed.split('.');
  const bytes = Buffer.from(encoded ?? '', 'base64url');
  // Node's decoder skips invalid characters, so only the canonical base64url encoding is accepted.
  const isCanonical = bytes.toString('base64url') === encoded;
  if (format !== FORMAT || rest !== undefined || !isCanonical) {
    throw new UnsealError('not a sealed text of a known format');
  }
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) throw new UnsealError('a sealed text that was cut');
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(context)).setAuthTag(tag);
    const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new UnsealError('changed, or sealed under another key or context');
  }
}

function boundTo(context: string): Buffer {
  return Buffer.from(`${FORMAT}:${context}`, 'utf8');
}
