import { beforeEach, expect, test } from 'vitest';
import { removeItem, writeItem } from '../../lib/browser-storage.ts';
import {
  dropPending,
  findPending,
  keepPending,
  PENDING_PAYMENTS,
  readPending,
} from './pending-payments.ts';

const payment = {
  userId: 'u1',
  productId: 'p1',
  paymentIntentId: 'pi_1',
  isCharged: false,
  at: Date.now(),
};

beforeEach(() => removeItem(PENDING_PAYMENTS));

test('one payment is kept for each user and product, the newest', () => {
  keepPending(payment);
  keepPending({ ...payment, paymentIntentId: 'pi_2', isCharged: true });
  keepPending({ ...payment, userId: 'u2' });
  expect(readPending('u1').map((one) => one.paymentIntentId)).toEqual(['pi_2']);
  dropPending(payment);
  expect(findPending('u1', 'p1')).toBeUndefined();
  expect(findPending('u2', 'p1')?.paymentIntentId).toBe('pi_1');
});

test('nothing is told after a day', () => {
  keepPending(payment);
  expect(readPending('u1', payment.at + 86_399_999)).toHaveLength(1);
  expect(readPending('u1', payment.at + 86_400_000)).toEqual([]);
});

test.each(['nonsense', '{}', '[1, null, {"userId": "u1"}]'])('%s is nothing pending', (stored) => {
  writeItem(PENDING_PAYMENTS, stored);
  expect(readPending('u1')).toEqual([]);
});
