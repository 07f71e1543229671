import type Stripe from 'stripe';
import type { RequestTag, StripeAccount } from './account.ts';
import type { DisputeUpdateParams } from './dispute-params.ts';
import { isClosed, isInquiry } from './dispute-states.ts';
import { type DisputeKind, newDispute, newMovement } from './new-dispute.ts';
import { settleRefund } from './refunds.ts';
import { invalidRequest, missing } from './refusal.ts';

interface Complaint {
  charge: string;
  reason: string;
  kind: DisputeKind;
}

/** A chargeback takes the money at once; an inquiry takes none. */
export function openDispute(
  account: StripeAccount,
  complaint: Complaint,
  tag: RequestTag,
): Stripe.Dispute {
  const charge = account.charges.get(complaint.charge);
  if (!charge) throw missing('charge', complaint.charge, 'charge');
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} failed; nobody disputes it.`);
  const dispute = newDispute(charge, complaint);
  account.charges.put(charge.id, { ...structuredClone(charge), disputed: true });
  account.publish('charge.dispute.created', dispute, tag);
  if (complaint.kind === 'chargeback') withdrawFunds(account, dispute, tag);
  return dispute;
}

export function getDispute(account: StripeAccount, id: string): Stripe.Dispute {
  const dispute = account.disputes.get(id);
  if (!dispute) throw missing('dispute', id, 'dispute');
  return dispute;
}

/** Evidence is submitted unless `submit` is false; the test texts decide the dispute at once. */
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
  const verdict = VERDICTS.get(params.evidence?.['uncategorized_text'] ?? '');
  if (!isSubmitted || !verdict) return dispute;
  return decideDispute(account, { id: dispute.id, outcome: verdict }, tag);
}

/** https://docs.stripe.com/testing#evidence */
const VERDICTS = new Map<string, Verdict>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
  ['escalate_inquiry_evidence', 'escalated'],
]);

export type Verdict = 'won' | 'lost' | 'escalated';

/** What the bank says. An inquiry ends as `warning_closed`, or becomes a chargeback. */
export function decideDispute(
  account: StripeAccount,
  { id, outcome }: { id: string; outcome: Verdict },
  tag: RequestTag,
): Stripe.Dispute {
  const dispute = structuredClone(openOne(account, id));
  if (outcome === 'escalated') return escalate(account, dispute, tag);
  if (isInquiry(dispute)) dispute.status = 'warning_closed';
  else dispute.status = outcome;
  if (dispute.status === 'won') {
    dispute.balance_transactions.push(newMovement(dispute, 'back'));
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

/** A refund still under way fails then: the same money cannot go back twice. */
function withdrawFunds(account: StripeAccount, dispute: Stripe.Dispute, tag: RequestTag): void {
  const underWay = account.refunds
    .values()
    .filter((refund) => refund.charge === dispute.charge && refund.status === 'pending');
  for (const { id } of underWay) {
    const reason = 'charge_for_pending_refund_disputed';
    settleRefund(account, { id, outcome: 'failed', reason }, tag);
  }
  dispute.balance_transactions.push(newMovement(dispute, 'away'));
  account.publish('charge.dispute.funds_withdrawn', dispute, tag);
}

function openOne(account: StripeAccount, id: string): Stripe.Dispute {
  const dispute = getDispute(account, id);
  if (!isClosed(dispute)) return dispute;
  throw invalidRequest('This dispute is already closed');
}
