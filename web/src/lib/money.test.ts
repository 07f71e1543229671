import { expect, test } from 'vitest';
import { formatDollars, formatMoney } from './money.ts';

test.each([
  [0, '$0'],
  [20, '$20'],
  [1350, '$1,350'],
  [19.5, '$19.50'],
  [19.99, '$19.99'],
  [1234567.1, '$1,234,567.10'],
])('formats %d dollars as %s', (amount, text) => {
  expect(formatDollars(amount)).toBe(text);
});

test('a receipt shows cents', () => {
  expect(formatMoney(20, 'USD')).toBe('$20.00');
  expect(formatMoney(1019.5, 'USD')).toBe('$1,019.50');
});
