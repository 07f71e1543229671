import { createHmac } from 'node:crypto';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Request } from 'express';

/** Whoever tries a code: nobody asks for a name. */
export type Caller = {
  /** What tries are counted by. */
  addressKey: string;
  /** What is kept: worthless without the key. */
  addressHash: Buffer;
};

export function callerOf(request: Request, attemptKey: Buffer): Caller {
  const key = addressKey(clientAddress(request));
  return {
    addressKey: key,
    addressHash: createHmac('sha256', attemptKey).update(key).digest(),
  };
}
