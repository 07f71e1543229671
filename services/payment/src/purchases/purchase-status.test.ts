import { purchaseStatus } from '@cairn/contracts/http/payments.ts';
import { describe, expect, test } from 'vitest';
import type { Dispute, Reversals } from '../stripe/reversals.ts';
import { eventFor, isAllowed, statusFrom } from './purchase-status.ts';

const STATUSES = purchaseStatus.options;
const [STRIPE_MOVES, STAFF_MOVES] = [
  [
    'completed -> refund_pending',
    'completed -> refunded',
    'completed -> disputed',
    'refund_pending -> completed',
    'refund_pending -> refunded',
    'refund_pending -> disputed',
    'refunded -> completed',
    'refunded -> refund_pending',
    'refunded -> disputed',
    'disputed -> completed',
    'disputed -> refund_pending',
    'disputed -> refunded',
  ],
  ['completed -> refund_pending'],
];
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to })));

describe('P-1.6 purchase status transition', () => {
  test.each(PAIRS)('$from -> $to', ({ from, to }) => {
    const move = `${from} -> ${to}`;
    expect(isAllowed(from, to, 'stripe')).toBe(STRIPE_MOVES.includes(move));
    expect(isAllowed(from, to, 'staff')).toBe(STAFF_MOVES.includes(move));
  });
});

describe('P-1.6 purchase status after a read at Stripe', () => {
  const DISPUTES: (Dispute | null)[] = [null, 'open', 'won', 'lost'];
  const cases = DISPUTES.flatMap((dispute) =>
    [0, 500, 2_000].flatMap((refundedCents) =>
      [0, 500, 1_500, 2_000].flatMap((pendingCents) =>
        [false, true].map((isRefundRequested) => ({
          dispute,
          refundedCents,
          pendingCents,
          isRefundRequested,
        })),
      ),
    ),
  );

  test.each(cases)(
    '$refundedCents refunded, $pendingCents pending, dispute $dispute, requested $isRefundRequested',
    ({ isRefundRequested, ...rest }) => {
      const { refundedCents, pendingCents, dispute } = rest;
      const reversals: Reversals = { ...rest, refundedAt: null };
      const status = statusFrom(reversals, { amountCents: 2_000, isRefundRequested });
      const isRefunded = refundedCents === 2_000;
      const isDisputed = dispute === 'open' || dispute === 'lost';
      const isPending = isRefundRequested || refundedCents + pendingCents >= 2_000;
      const rows: [boolean, string][] = [
        [isRefunded, 'refunded'],
        [!isRefunded && isDisputed, 'disputed'],
        [!isRefunded && !isDisputed && isPending, 'refund_pending'],
        [!isRefunded && !isDisputed && !isPending, 'completed'],
      ];
      expect(rows.filter(([applies]) => applies)).toEqual([[true, status]]);
    },
  );
});

describe('event for a status change', () => {
  test.each([
    ['completed', null, 'refund_pending', null, 'refunded pending'],
    ['refund_pending', null, 'refunded', null, 'refunded succeeded'],
    ['completed', null, 'refunded', null, 'refunded succeeded'],
    ['refunded', null, 'completed', null, 'refunded failed'],
    ['refund_pending', null, 'completed', null, 'refunded failed'],
    ['completed', null, 'disputed', 'open', 'disputed open'],
    ['disputed', 'open', 'disputed', 'lost', 'disputed lost'],
    ['disputed', 'open', 'disputed', 'open', null],
    ['disputed', 'open', 'completed', 'won', 'disputed won'],
    ['completed', null, 'completed', 'won', null],
    ['refunded', null, 'refunded', 'won', null],
    ['rejected', null, 'rejected', 'open', null],
  ] as const)('%s (%s) -> %s (%s): %s', (from, before, to, after, expected) => {
    const event = eventFor({ status: from, dispute: before }, { status: to, dispute: after });
    expect(event && `${event.event} ${event.outcome}`).toBe(expected);
  });
});
