import type Stripe from 'stripe';
import type { PaymentIntent } from './payment-intents.ts';
import { toUpstreamError } from './stripe-client.ts';

/** Lists of the whole Stripe account. Failures of Stripe are UpstreamErrors. */
export type StripeAccount = {
  /** Intents with a charge since then, with `latest_charge`. The intents may be older. */
  listPaid(since: Date): Promise<PaymentIntent[]>;
  /** Intents with a refund or dispute that was created since then. */
  listReversed(since: { refunds: Date; disputes: Date }): Promise<string[]>;
};

const PAGE = 100;

export function createStripeAccount(stripe: Stripe): StripeAccount {
  return {
    listPaid: (since) =>
      orUpstreamError(async () => {
        const paid: PaymentIntent[] = [];
        const expand = ['data.payment_intent'];
        for await (const charge of stripe.charges.list({ ...createdFrom(since), expand })) {
          const { status, payment_intent: intent } = charge;
          if (status !== 'succeeded' || !intent || typeof intent !== 'object') continue;
          paid.push({ ...intent, latest_charge: { ...charge, payment_intent: intent.id } });
        }
        return paid;
      }),

    listReversed: (since) =>
      orUpstreamError(async () => {
        const ids = new Set<string>();
        for (const list of [
          stripe.refunds.list(createdFrom(since.refunds)),
          stripe.disputes.list(createdFrom(since.disputes)),
        ]) {
          for await (const { payment_intent: intent } of list) {
            if (intent) ids.add(typeof intent === 'string' ? intent : intent.id);
          }
        }
        return [...ids];
      }),
  };
}

function createdFrom(since: Date) {
  return { created: { gte: Math.floor(since.getTime() / 1000) }, limit: PAGE };
}

async function orUpstreamError<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw toUpstreamError(error);
  }
}
