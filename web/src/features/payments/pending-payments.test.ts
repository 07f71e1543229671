import { beforeEach, expect, test } from 'vitest';
import { removeItem, writeItem } from '../../lib/browser-storage.ts';
import {
  findPending,
  PENDING_PAYMENTS,
  readPending,
  removePending,
  savePending,
} from './pending-payments.ts';

const payment = {
  userId: 'u1',
  productId: 'p1',
  paymentIntentId: 'pi_1',
  isCharged: false,
  at: Date.now(),
};

beforeEach(() => removeItem(PENDING_PAYMENTS));

test('keeps only the newest payment of each user and product', () => {
  savePending(payment);
  savePending({ ...payment, paymentIntentId: 'pi_2', isCharged: true });
  savePending({ ...payment, userId: 'u2' });
  expect(readPending('u1').map((one) => one.paymentIntentId)).toEqual(['pi_2']);
  removePending(payment);
  expect(findPending('u1', 'p1')).toBeUndefined();
  expect(findPending('u2', 'p1')?.paymentIntentId).toBe('pi_1');
});

test('ignores payments older than a day', () => {
  savePending(payment);
  expect(readPending('u1', payment.at + 86_399_999)).toHaveLength(1);
  expect(readPending('u1', payment.at + 86_400_000)).toEqual([]);
});

test.each(['not json', '{}', '[1, null, {"userId": "u1"}]'])(
  'reads nothing from invalid JSON %s',
  (stored) => {
    writeItem(PENDING_PAYMENTS, stored);
    expect(readPending('u1')).toEqual([]);
  },
);
