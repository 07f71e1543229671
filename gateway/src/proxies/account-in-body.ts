import { createHash } from 'node:crypto';

/**
 * The account that a body names by its `email`, as a hash, because email addresses must not be stored in
 * Redis. Null if there is none: the service refuses the request. All bodies that cannot be parsed here
 * count as one account per client `address`, so that invalid bytes neither bypass the limit nor
 * use up other callers' limits.
 */
export function accountInBody(body: Buffer, address: string): string | null {
  try {
    const email = readEmail(body);
    return email === null ? null : hashOf(email.trim().toLowerCase());
  } catch {
    return `unreadable:${address}`;
  }
}

/** Parses like the services: ignores a UTF-8 byte order mark, and treats no body as an empty object. */
function readEmail(body: Buffer): string | null {
  const value: unknown = JSON.parse(new TextDecoder().decode(body) || '{}');
  if (typeof value !== 'object' || value === null || !('email' in value)) return null;
  return typeof value.email === 'string' ? value.email : null;
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}
