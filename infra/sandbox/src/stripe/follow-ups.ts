import { NO_REQUEST, type StripeAccount } from './account.ts';
import { openDispute } from './disputes.ts';
import { completeRefund } from './refunds.ts';
import type { Task, TaskKind } from './scheduler.ts';
import type { FollowUp } from './test-cards.ts';
import { createFraudWarning } from './warnings.ts';

/** Tasks scheduled after the payment; refunds.ts handles the follow-ups of refunds. */
const AFTER_PAYMENT: Partial<Record<FollowUp, TaskKind[]>> = {
  dispute: ['dispute'],
  dispute_not_received: ['dispute_not_received'],
  dispute_twice: ['dispute', 'dispute'],
  inquiry: ['inquiry'],
  warning: ['warning'],
};

export function scheduleFollowUps(
  account: StripeAccount,
  chargeId: string,
  followUp: FollowUp | null | undefined,
): void {
  const acts = followUp ? (AFTER_PAYMENT[followUp] ?? []) : [];
  for (const act of acts) account.plan(act, chargeId);
}

type Run = (account: StripeAccount, subject: string) => void;

const RUNNERS: Record<TaskKind, Run> = {
  refund_succeeds: (account, id) => completeIfOpen(account, id, 'succeeded'),
  refund_fails: (account, id) => completeIfOpen(account, id, 'failed'),
  dispute: (account, charge) => dispute(account, charge, 'fraudulent'),
  dispute_not_received: (account, charge) => dispute(account, charge, 'product_not_received'),
  warning: (account, charge) => createFraudWarning(account, charge),
  inquiry: (account, charge) => {
    openDispute(account, { charge, reason: 'general', kind: 'inquiry' }, NO_REQUEST);
  },
};

export function runTask(account: StripeAccount, task: Task): void {
  RUNNERS[task.act](account, task.subject);
}

function dispute(account: StripeAccount, charge: string, reason: string): void {
  openDispute(account, { charge, reason, kind: 'chargeback' }, NO_REQUEST);
}

/** The refund may already be completed through `POST /refunds/{id}/settle`. */
function completeIfOpen(account: StripeAccount, id: string, outcome: 'succeeded' | 'failed'): void {
  const status = account.refunds.get(id)?.status;
  const isOpen = outcome === 'succeeded' ? status === 'pending' : status !== 'failed';
  if (isOpen) completeRefund(account, { id, outcome }, NO_REQUEST);
}
