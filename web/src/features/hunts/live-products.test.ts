import type { Product } from '@cairn/contracts/http/hunts.ts';
import { expect, test } from 'vitest';
import { currentValue } from './hunt-value.ts';
import {
  noteArrival,
  parseHandle,
  parseProduct,
  withArrivals,
  withNewest,
} from './live-products.ts';

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

test('the newest state takes the place of the old one, in order', () => {
  const before = [hunt({ id: 'a' }), hunt({ id: 'b' })];
  const after = withNewest(before, hunt({ id: 'a', purchase_bonus: 10 }));
  expect(after?.map(({ id, purchase_bonus }) => [id, purchase_bonus])).toEqual([
    ['a', 10],
    ['b', 0],
  ]);
});

test('a hunt not seen before is added, and nothing is made up before the list is there', () => {
  expect(withNewest([hunt({ id: 'a' })], hunt({ id: 'b' }))).toHaveLength(2);
  expect(withNewest(undefined, hunt({}))).toBeUndefined();
});

test.each(['', '{', 'null', '[]', '{"id":1}'])('%j is no product', (data) => {
  expect(parseProduct(data)).toBeNull();
});

test('the value shown is base and bonus, each 0 where it is missing', () => {
  expect(currentValue(hunt({ purchase_bonus: 350 }))).toBe(1350);
  expect(currentValue({})).toBe(0);
});

test('of a release the stream tells the hunt, and nothing that is no hunt counts', () => {
  expect(parseHandle('{"handle":"a-hunt"}')).toBe('a-hunt');
  for (const data of ['', '{', 'null', '[]', '{"handle":1}']) expect(parseHandle(data)).toBeNull();
});

test('a list that was asked for before the stream told of a hunt does not bring the older state back', () => {
  const older = [hunt({ id: 'crossing', status: 'upcoming' })];
  noteArrival(hunt({ id: 'crossing', status: 'active' }), 500);
  expect(withArrivals(older, 400)[0]?.status).toBe('active');
  expect(withArrivals(older, 600)[0]?.status).toBe('upcoming');
});
