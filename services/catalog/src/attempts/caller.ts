import { createHmac } from 'node:crypto';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Request } from 'express';

/** The anonymous client of a code attempt. */
export type Caller = {
  /** The key of the rate limits. */
  addressKey: string;
  /** Stored with the attempt; reveals no address without the key. */
  addressHash: Buffer;
};

export function readCaller(request: Request, attemptKey: Buffer): Caller {
  const key = addressKey(clientAddress(request));
  return {
    addressKey: key,
    addressHash: createHmac('sha256', attemptKey).update(key).digest(),
  };
}
