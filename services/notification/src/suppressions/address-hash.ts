import { createHmac } from 'node:crypto';

/**
 * Identifies an address (case-insensitive) or a number (E.164) in suppressions: HMAC-SHA-256 with
 * SUPPRESSION_KEY, so that a bounced address stays suppressed after its user was erased.
 */
export function hashAddress(address: string, suppressionKey: Buffer): Buffer {
  return createHmac('sha256', suppressionKey).update(address.trim().toLowerCase()).digest();
}
