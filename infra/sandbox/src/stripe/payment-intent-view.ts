import type Stripe from 'stripe';
import type { StripeAccount } from './account.ts';
import { getPaymentMethod } from './payment-methods.ts';
import { invalidRequest } from './refusal.ts';

/** What a publishable key with the client secret may see of an intent. */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

export function presentToBrowser(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]));
}

export function presentExpanded(
  account: StripeAccount,
  intent: Stripe.PaymentIntent,
  expand: readonly string[] = [],
): Stripe.PaymentIntent {
  const shown = structuredClone(intent);
  for (const property of expand) {
    if (property === 'latest_charge') {
      shown.latest_charge = chargeOf(account, intent);
    } else if (property === 'payment_method') {
      const id = intent.payment_method;
      shown.payment_method = typeof id === 'string' ? getPaymentMethod(account, id) : null;
    } else {
      throw invalidRequest(`This property cannot be expanded (${property}).`, { param: 'expand' });
    }
  }
  return shown;
}

function chargeOf(account: StripeAccount, intent: Stripe.PaymentIntent): Stripe.Charge | null {
  const id = intent.latest_charge;
  return typeof id === 'string' ? (account.charges.get(id) ?? null) : null;
}
