import { createHash } from 'node:crypto';

/**
 * Which account a body names by its `email`, as a hash, since addresses of people have no place in
 * Redis. Null where it names none, and the service refuses it by itself. What cannot be read here
 * counts as one account for each `address` of a caller: odd bytes are no way around the count, and
 * use up nobody else's.
 */
export function accountInBody(body: Buffer, address: string): string | null {
  try {
    const email = readEmail(body);
    return email === null ? null : hashOf(email.trim().toLowerCase());
  } catch {
    return `unreadable:${address}`;
  }
}

/** As the services do: without the mark that UTF-8 may begin with, and no body as an empty one. */
function readEmail(body: Buffer): string | null {
  const value: unknown = JSON.parse(new TextDecoder().decode(body) || '{}');
  if (typeof value !== 'object' || value === null || !('email' in value)) return null;
  return typeof value.email === 'string' ? value.email : null;
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}
