import { createHmac } from 'node:crypto';

/**
 * By what a suppression knows an address (in any case of letters) or a number (E.164): HMAC-SHA-256
 * under SUPPRESSION_KEY, since an address must stay suppressed when everything else about its
 * person is gone.
 */
export function hashAddress(address: string, suppressionKey: Buffer): Buffer {
  return createHmac('sha256', suppressionKey).update(address.trim().toLowerCase()).digest();
}
