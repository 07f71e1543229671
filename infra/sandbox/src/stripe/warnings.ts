import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import { NO_REQUEST, type StripeAccount } from './account.ts';
import { missing } from './refusal.ts';

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

export function getWarning(account: StripeAccount, id: string): Warning {
  const warning = account.warnings.get(id);
  if (!warning) throw missing('early_fraud_warning', id);
  return withCurrentState(account, warning);
}

export function listWarnings(account: StripeAccount): Warning[] {
  return account.warnings.values().map((warning) => withCurrentState(account, warning));
}

/** A warning is not actionable once its charge is refunded or disputed. */
function withCurrentState(account: StripeAccount, warning: Warning): Warning {
  const charge = account.charges.get(String(warning.charge));
  return { ...warning, actionable: charge ? !charge.refunded && !charge.disputed : false };
}
