import { NO_REQUEST, type StripeAccount } from './account.ts';
import type { Errand, ErrandAct } from './agenda.ts';
import { openDispute } from './disputes.ts';
import { settleRefund } from './refunds.ts';
import type { Aftermath } from './test-cards.ts';
import { warnOfFraud } from './warnings.ts';

/** What a test card brings after the payment; what it brings on a refund is asked there. */
const AFTER_PAYMENT: Partial<Record<Aftermath, ErrandAct[]>> = {
  dispute: ['dispute'],
  dispute_not_received: ['dispute_not_received'],
  dispute_twice: ['dispute', 'dispute'],
  inquiry: ['inquiry'],
  warning: ['warning'],
};

export function planAftermath(
  account: StripeAccount,
  chargeId: string,
  aftermath: Aftermath | null | undefined,
): void {
  const acts = aftermath ? (AFTER_PAYMENT[aftermath] ?? []) : [];
  for (const act of acts) account.plan(act, chargeId);
}

type Perform = (account: StripeAccount, subject: string) => void;

const PERFORMANCES: Record<ErrandAct, Perform> = {
  refund_succeeds: (account, id) => settleIfOpen(account, id, 'succeeded'),
  refund_fails: (account, id) => settleIfOpen(account, id, 'failed'),
  dispute: (account, charge) => dispute(account, charge, 'fraudulent'),
  dispute_not_received: (account, charge) => dispute(account, charge, 'product_not_received'),
  warning: (account, charge) => warnOfFraud(account, charge),
  inquiry: (account, charge) => {
    openDispute(account, { charge, reason: 'general', kind: 'inquiry' }, NO_REQUEST);
  },
};

export function performErrand(account: StripeAccount, errand: Errand): void {
  PERFORMANCES[errand.act](account, errand.subject);
}

function dispute(account: StripeAccount, charge: string, reason: string): void {
  openDispute(account, { charge, reason, kind: 'chargeback' }, NO_REQUEST);
}

/** Somebody may have settled it by hand in the meantime. */
function settleIfOpen(account: StripeAccount, id: string, outcome: 'succeeded' | 'failed'): void {
  const status = account.refunds.get(id)?.status;
  const isOpen = outcome === 'succeeded' ? status === 'pending' : status !== 'failed';
  if (isOpen) settleRefund(account, { id, outcome }, NO_REQUEST);
}
