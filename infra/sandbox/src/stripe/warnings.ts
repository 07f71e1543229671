import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import { NO_REQUEST, type StripeAccount } from './account.ts';

type Warning = Stripe.Radar.EarlyFraudWarning;

/** The card network suspects fraud; no money moves. */
export function createFraudWarning(account: StripeAccount, chargeId: string): void {
  const charge = account.charges.get(chargeId);
  if (!charge) return;
  const warning: Warning = {
    id: newId('issfr_1'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: nowInSeconds(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
  };
  account.publish('radar.early_fraud_warning.created', warning, NO_REQUEST);
}

/** The warnings; one is not actionable once its charge is refunded or disputed. */
export function currentWarnings({ warnings, charges }: StripeAccount) {
  const withState = (warning: Warning): Warning => {
    const charge = charges.get(String(warning.charge));
    return { ...warning, actionable: charge ? !charge.refunded && !charge.disputed : false };
  };
  return {
    values: () => warnings.values().map(withState),
    get(id: string) {
      const warning = warnings.get(id);
      return warning && withState(warning);
    },
  };
}
