import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import { EVIDENCE_TEXTS } from './dispute-params.ts';

export type DisputeKind = 'chargeback' | 'inquiry';

const DAYS_TO_ANSWER = 9;
const FEE = 1500;

const NETWORK_CODES = new Map([
  ['fraudulent', '10.4'],
  ['product_not_received', '13.1'],
]);

export function newDispute(
  charge: Stripe.Charge,
  { reason, kind }: { reason: string; kind: DisputeKind },
): Stripe.Dispute {
  const networkCode = NETWORK_CODES.get(reason) ?? null;
  const brand = charge.payment_method_details?.card?.brand ?? 'unknown';
  return {
    id: newId('du_1'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(EVIDENCE_TEXTS.map((field) => [field, null])),
      enhanced_evidence: {},
    } as unknown as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: nowInSeconds() + DAYS_TO_ANSWER * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    network_reason_code: networkCode,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: kind, network: brand, network_reason_code: networkCode },
      type: 'card',
    },
    reason,
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  };
}

/** The balance transaction that withdraws or reinstates a dispute's amount and fee. */
export function newBalanceTransaction(
  dispute: Stripe.Dispute,
  direction: 'away' | 'back',
): Stripe.BalanceTransaction {
  const sign = direction === 'away' ? -1 : 1;
  const fee = FEE * -sign;
  const noun = direction === 'away' ? 'withdrawal' : 'reversal';
  return {
    id: newId('txn_1'),
    object: 'balance_transaction',
    amount: sign * dispute.amount,
    available_on: nowInSeconds(),
    balance_type: 'payments',
    created: nowInSeconds(),
    currency: dispute.currency,
    description: `Chargeback ${noun} for ${String(dispute.charge)}`,
    exchange_rate: null,
    fee,
    fee_details: [
      {
        amount: fee,
        application: null,
        currency: dispute.currency,
        description: 'Dispute fee',
        type: 'stripe_fee',
      },
    ],
    net: sign * dispute.amount - fee,
    reporting_category: direction === 'away' ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  };
}
