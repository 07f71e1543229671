import { expect, it } from 'vitest';
import { parsePurchaseSearch } from './purchase-search.ts';

it.each([
  ['', { kind: 'all' }],
  ['pi_3Q', { kind: 'payment', prefix: 'pi_3Q' }],
  ['crn-2026-000123', { kind: 'receipt', receiptNumber: 'CRN-2026-000123' }],
  ['ann@example.com', { kind: 'person', text: 'ann@example.com' }],
  ['Abe', { kind: 'person', text: 'Abe' }],
  [
    '1F0C9A2E-11',
    {
      kind: 'id',
      from: '1f0c9a2e-1100-0000-0000-000000000000',
      to: '1f0c9a2e-11ff-ffff-ffff-ffffffffffff',
    },
  ],
])('reads %j as %j', (text, expected) => {
  expect(parsePurchaseSearch(text)).toEqual(expected);
});

it('reads an id in full as a range of that id alone', () => {
  const id = '1f0c9a2e-1122-4333-8444-555566667777';
  expect(parsePurchaseSearch(id)).toEqual({ kind: 'id', from: id, to: id });
});

it('reads more hexadecimal digits than an id has as a name', () => {
  expect(parsePurchaseSearch('a'.repeat(33))).toMatchObject({ kind: 'person' });
});
