import type Stripe from 'stripe';
import type { RequestTag, StripeAccount } from './account.ts';
import type { DisputeUpdateParams } from './dispute-params.ts';
import { isClosed, isInquiry } from './dispute-states.ts';
import { type DisputeKind, newBalanceTransaction, newDispute } from './new-dispute.ts';
import { completeRefund } from './refunds.ts';
import { invalidRequest, missing } from './refusal.ts';

interface DisputeRequest {
  charge: string;
  reason: string;
  kind: DisputeKind;
}

/** A chargeback withdraws the amount at once; an inquiry withdraws nothing. */
export function openDispute(
  account: StripeAccount,
  request: DisputeRequest,
  tag: RequestTag,
): Stripe.Dispute {
  const charge = account.charges.get(request.charge);
  if (!charge) throw missing('charge', request.charge, 'charge');
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} failed and cannot be disputed.`);
  const dispute = newDispute(charge, request);
  account.charges.put(charge.id, { ...structuredClone(charge), disputed: true });
  account.publish('charge.dispute.created', dispute, tag);
  if (request.kind === 'chargeback') withdrawFunds(account, dispute, tag);
  return dispute;
}

export function getDispute(account: StripeAccount, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  if (!dispute) throw missing('dispute', id, 'dispute');
  return dispute;
}

/** Submits the evidence unless `submit` is false; Stripe's test texts resolve the dispute at once. */
export function updateDispute(
  account: StripeAccount,
  params: DisputeUpdateParams & { id: string },
  tag: RequestTag,
): Stripe.Dispute {
  const dispute = structuredClone(openOne(account, params.id));
  dispute.metadata = { ...dispute.metadata, ...params.metadata };
  if (params.evidence) {
    Object.assign(dispute.evidence, params.evidence);
    dispute.evidence_details.has_evidence = true;
  }
  const isSubmitted = params.evidence !== undefined && params.submit !== false;
  if (isSubmitted) {
    dispute.evidence_details.submission_count += 1;
    dispute.evidence_details.submission_method = 'manual';
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
  }
  account.publish('charge.dispute.updated', dispute, tag);
  const resolution = RESOLUTION_BY_EVIDENCE.get(params.evidence?.['uncategorized_text'] ?? '');
  if (!isSubmitted || !resolution) return dispute;
  return resolveDispute(account, { id: dispute.id, outcome: resolution }, tag);
}

/** https://docs.stripe.com/testing#evidence */
const RESOLUTION_BY_EVIDENCE = new Map<string, Resolution>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
  ['escalate_inquiry_evidence', 'escalated'],
]);

export type Resolution = 'won' | 'lost' | 'escalated';

/** The bank's decision. An inquiry ends as `warning_closed` or becomes a chargeback. */
export function resolveDispute(
  account: StripeAccount,
  { id, outcome }: { id: string; outcome: Resolution },
  tag: RequestTag,
): Stripe.Dispute {
  const dispute = structuredClone(openOne(account, id));
  if (outcome === 'escalated') return escalate(account, dispute, tag);
  if (isInquiry(dispute)) dispute.status = 'warning_closed';
  else dispute.status = outcome;
  if (dispute.status === 'won') {
    dispute.balance_transactions.push(newBalanceTransaction(dispute, 'back'));
    account.publish('charge.dispute.funds_reinstated', dispute, tag);
  }
  account.publish('charge.dispute.closed', dispute, tag);
  return dispute;
}

function escalate(
  account: StripeAccount,
  dispute: Stripe.Dispute,
  tag: RequestTag,
): Stripe.Dispute {
  if (!isInquiry(dispute)) throw invalidRequest('Only an inquiry can become a chargeback.');
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  const { card } = dispute.payment_method_details ?? {};
  if (card) card.case_type = 'chargeback';
  account.publish('charge.dispute.updated', dispute, tag);
  withdrawFunds(account, dispute, tag);
  return dispute;
}

/** Fails pending refunds: the same amount cannot be returned twice. */
function withdrawFunds(account: StripeAccount, dispute: Stripe.Dispute, tag: RequestTag): void {
  const underWay = account.refunds
    .values()
    .filter((refund) => refund.charge === dispute.charge && refund.status === 'pending');
  for (const { id } of underWay) {
    const reason = 'charge_for_pending_refund_disputed';
    completeRefund(account, { id, outcome: 'failed', reason }, tag);
  }
  dispute.balance_transactions.push(newBalanceTransaction(dispute, 'away'));
  account.publish('charge.dispute.funds_withdrawn', dispute, tag);
}

function openOne(account: StripeAccount, id: string): Stripe.Dispute {
  const dispute = getDispute(account, id);
  if (!isClosed(dispute)) return dispute;
  throw invalidRequest('This dispute is already closed');
}
