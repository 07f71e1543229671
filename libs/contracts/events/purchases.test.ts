import { describe, expect, test } from 'vitest';
import {
  purchaseDisputed,
  purchaseRecorded,
  purchaseRefunded,
  purchaseRejected,
  stateOf,
} from './purchases.ts';

const subject = { purchaseId: 'p', userId: 'u', productId: 'h', version: 1 };
const reversal = { ...subject, amountCents: 2000, currency: 'USD', at: '2026-01-01T00:00:00.000Z' };
const purchase = {
  ...subject,
  ...{ productTitle: 'Hunt', handle: 'hunt', region: 'Vermont', amountCents: 2000 },
  ...{ currency: 'USD', bonusCents: 1000, paymentIntentId: 'pi_1' },
  recordedAt: '2026-01-01T00:00:00.000Z',
};

describe('state of a purchase in its events', () => {
  test.each([
    [purchaseRecorded, purchase, 'completed'],
    [purchaseRefunded, reversal, 'refunded'],
    [purchaseRefunded, { ...reversal, outcome: 'pending' }, 'refund_pending'],
    [purchaseRefunded, { ...reversal, outcome: 'failed' }, 'completed'],
    [purchaseDisputed, { ...reversal, outcome: 'open' }, 'disputed'],
    [purchaseDisputed, { ...reversal, outcome: 'lost' }, 'disputed'],
    [purchaseDisputed, { ...reversal, outcome: 'won' }, 'completed'],
    [purchaseRejected, { ...reversal, cause: 'late' }, 'rejected'],
  ] as const)('is derived for an event of an earlier release: %o', (definition, data, status) => {
    expect(definition.schema.parse(data)).toMatchObject(stateOf(status));
  });

  test('is what the event says, where it says so', () => {
    const state = { status: 'refunded', grantsMembership: false } as const;
    const parsed = purchaseDisputed.schema.parse({ ...reversal, ...state, outcome: 'won' });
    expect(parsed).toMatchObject(state);
    expect(purchaseDisputed.schema.parse(parsed)).toEqual(parsed);
  });

  test('only a completed purchase grants membership', () => {
    const all = ['completed', 'refund_pending', 'refunded', 'disputed', 'rejected'] as const;
    expect(all.filter((status) => stateOf(status).grantsMembership)).toEqual(['completed']);
  });
});
