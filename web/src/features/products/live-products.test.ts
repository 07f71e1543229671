import type { Product } from '@cairn/contracts/http/hunts.ts';
import { expect, test } from 'vitest';
import { currentValue } from './hunt-value.ts';
import { parseHandle, parseProduct, upsertProduct } from './live-products.ts';

function hunt(change: Partial<Product>): Product {
  return {
    id: 'a',
    type: 'hunt',
    handle: 'a-hunt',
    title: 'A hunt',
    region: 'Vermont',
    description: '',
    status: 'active',
    base_value: 1000,
    purchase_bonus: 0,
    price_amount: 20,
    price_currency: 'USD',
    hidden_at: null,
    commitment: null,
    search_area: null,
    images: [],
    participants: 0,
    ...change,
  };
}

test('a newer state replaces the older one and keeps the order', () => {
  const before = [hunt({ id: 'a' }), hunt({ id: 'b' })];
  const after = upsertProduct(before, hunt({ id: 'a', purchase_bonus: 10 }));
  expect(after.map(({ id, purchase_bonus }) => [id, purchase_bonus])).toEqual([
    ['a', 10],
    ['b', 0],
  ]);
});

test('an unknown hunt is added', () => {
  expect(upsertProduct([hunt({ id: 'a' })], hunt({ id: 'b' }))).toHaveLength(2);
});

test.each(['', '{', 'null', '[]', '{"id":1}'])('parses %j as no product', (data) => {
  expect(parseProduct(data)).toBeNull();
});

test('the value is base plus bonus, each 0 if missing', () => {
  expect(currentValue(hunt({ purchase_bonus: 350 }))).toBe(1350);
  expect(currentValue({})).toBe(0);
});

test('a release event yields its hunt; invalid hunt ids are ignored', () => {
  expect(parseHandle('{"handle":"a-hunt"}')).toBe('a-hunt');
  for (const data of ['', '{', 'null', '[]', '{"handle":1}']) expect(parseHandle(data)).toBeNull();
});
