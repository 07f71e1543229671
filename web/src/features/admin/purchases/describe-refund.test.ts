import { expect, it } from 'vitest';
import { describeRefund } from './describe-refund.ts';

const requested_at = '2026-05-01T12:00:00.000Z';
const completed = { status: 'completed', refund: null, refunded_at: null, dispute: null } as const;
const refund = (state: 'open' | 'made' | 'refused') => ({ state, reason: 'x', requested_at });

it.each([
  [completed, null],
  [{ ...completed, status: 'refunded', refunded_at: requested_at }, /^Money returned May 1, 2026/],
  [{ ...completed, refund: refund('refused') }, /refused by Stripe$/],
  [{ ...completed, refund: refund('made') }, /failed at the bank$/],
  [{ ...completed, status: 'refund_pending', refund: refund('open') }, /Stripe has not answered$/],
  [{ ...completed, status: 'refund_pending', refund: refund('made') }, /has not settled it$/],
  [{ ...completed, status: 'disputed', dispute: 'open' }, /examines a dispute$/],
  [{ ...completed, dispute: 'won' }, 'Dispute won'],
] as const)('describes %j', (purchase, expected) => {
  if (expected instanceof RegExp) expect(describeRefund(purchase)).toMatch(expected);
  else expect(describeRefund(purchase)).toBe(expected);
});
