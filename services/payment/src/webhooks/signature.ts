import { isUtf8 } from 'node:buffer';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import Stripe from 'stripe';
import { z } from 'zod';

/** Returns the signed event. Throws InvalidInputError (400) without a valid, recent signature. */
export type SignatureCheck = (body: unknown, headers: readonly string[]) => Stripe.Event;

const TOLERANCE_S = 300;

/** The fields that the handlers rely on. The state of the object itself is read at Stripe. */
const shape = z.object({
  id: z.string().regex(/^evt_[\w.]{1,200}$/),
  type: z.string().regex(/^[\w.]{1,100}$/),
  data: z.object({ object: z.looseObject({ id: z.string().optional() }) }),
});

/** Accepts a signature with any of `secrets`, so that they can be rotated. */
export function createSignatureCheck(stripe: Stripe, secrets: readonly string[]): SignatureCheck {
  return (body, headers) => {
    const [header = ''] = headers;
    if (headers.length !== 1 || countTimestamps(header) !== 1) {
      throw refused('not one signature');
    }
    // The SDK replaces bytes that are not UTF-8, so other bytes could pass as the signed ones.
    if (!Buffer.isBuffer(body) || !isUtf8(body)) throw refused('not the bytes of a text');
    for (const secret of secrets) {
      const event = verify(stripe, { payload: body.toString(), header, secret });
      if (!event) continue;
      if (!shape.safeParse(event).success) throw refused('not an event');
      return event;
    }
    throw refused('no valid signature');
  };
}

function verify(
  stripe: Stripe,
  { payload, header, secret }: { payload: string; header: string; secret: string },
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(payload, header, secret, TOLERANCE_S);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw refused('not an event');
  }
}

/** A proxy may join two headers into one. One header has one timestamp and one or more signatures. */
function countTimestamps(header: string): number {
  return header.split(',').filter((part) => part.trim().startsWith('t=')).length;
}

function refused(reason: string): InvalidInputError {
  return new InvalidInputError(`The webhook is refused: ${reason}.`);
}
