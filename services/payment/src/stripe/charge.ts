import { type Card, card as cardSchema } from '@cairn/contracts/card.ts';
import type { PaymentIntent } from './payment-intents.ts';

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
