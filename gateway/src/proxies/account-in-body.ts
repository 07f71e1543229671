import { createHash } from 'node:crypto';

/**
 * Which account a body names by its `email`, as a hash, since addresses of people have no place in Redis. What
 * cannot be read here counts as one account, so that odd bytes are no way around the count.
 */
export function accountInBody(body: Buffer): string {
  const email = readEmail(body);
  if (email === null) return 'unreadable';
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22);
}

function readEmail(body: Buffer): string | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value !== 'object' || value === null || !('email' in value)) return null;
    return typeof value.email === 'string' ? value.email : null;
  } catch {
    return null;
  }
}
