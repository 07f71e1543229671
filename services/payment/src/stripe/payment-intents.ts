import { type Card, card as cardSchema } from '@cairn/contracts/card.ts';
import type Stripe from 'stripe';
import { hasCode, toUpstreamError } from './stripe-client.ts';

export type PaymentIntent = Stripe.PaymentIntent;

export type IntentRequest = {
  id: string;
  userId: string;
  productId: string;
  amountCents: number;
  currency: string;
};

/** Failures of Stripe are UpstreamErrors. */
export type PaymentIntents = {
  /** Idempotent for an attempt. Null while another call with its idempotency key is running. */
  create(attempt: IntentRequest): Promise<PaymentIntent | null>;
  /** The current intent with its latest charge; null where Stripe does not know the id. */
  find(id: string): Promise<PaymentIntent | null>;
  /** Cancels if still possible, and returns the current intent, which may be paid. */
  cancel(id: string): Promise<PaymentIntent>;
};

export function createPaymentIntents(stripe: Stripe): PaymentIntents {
  async function create(attempt: IntentRequest): Promise<PaymentIntent | null> {
    try {
      return await stripe.paymentIntents.create(paramsOf(attempt), { idempotencyKey: attempt.id });
    } catch (error) {
      if (hasCode(error, 'idempotency_key_in_use')) return null;
      throw toUpstreamError(error);
    }
  }

  async function find(id: string): Promise<PaymentIntent | null> {
    try {
      return await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    } catch (error) {
      if (hasCode(error, 'resource_missing')) return null;
      throw toUpstreamError(error);
    }
  }

  async function cancel(id: string): Promise<PaymentIntent> {
    try {
      return await stripe.paymentIntents.cancel(id);
    } catch (error) {
      if (!hasCode(error, 'payment_intent_unexpected_state')) throw toUpstreamError(error);
    }
    const intent = await find(id);
    if (!intent) throw new Error(`${id} can be canceled but not read`);
    return intent;
  }

  return { create, find, cancel };
}

/** Only fields that never change: Stripe refuses a known idempotency key with other parameters. */
function paramsOf(attempt: IntentRequest): Stripe.PaymentIntentCreateParams {
  return {
    amount: attempt.amountCents,
    currency: attempt.currency.toLowerCase(),
    // No redirects: the payment dialog has a card field and cannot resume after one.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { attemptId: attempt.id, userId: attempt.userId, productId: attempt.productId },
  };
}

/** Brand and last digits of the charged card; null without a card or where Stripe omits them. */
export function cardOf({ latest_charge: charge }: PaymentIntent): Card | null {
  if (!charge || typeof charge === 'string') return null;
  const { brand, last4 } = charge.payment_method_details?.card ?? {};
  return cardSchema.safeParse({ brand, last4 }).data ?? null;
}

/** In whole seconds, rounded down; null where Stripe does not include the charge. */
export function chargedAtOf({ latest_charge: charge }: PaymentIntent): Date | null {
  return charge && typeof charge !== 'string' ? new Date(charge.created * 1000) : null;
}
