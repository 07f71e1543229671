import type { HuntStatus, Product } from '@cairn/contracts/http/hunts.ts';
import { expect, test } from 'vitest';
import { currentHunts } from '../products/hunt-value.ts';
import { arrangeHunts, PAGE_SIZE, regionsOf } from './list-view.ts';

function hunt(id: string, change: Partial<Product> = {}): Product {
  return {
    id,
    type: 'hunt',
    handle: id,
    title: id,
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

const ALL = { region: '', status: '', sort: '', page: 1 };
const ids = (hunts: Product[]) => hunts.map(({ id }) => id);

const MIXED = [
  hunt('done', { status: 'complete' }),
  hunt('soon', { status: 'upcoming', region: 'Maine' }),
  hunt('cheap', { price_amount: 5, hidden_at: '2026-01-01T00:00:00.000Z' }),
  hunt('rich', { base_value: 5000, hidden_at: '2026-03-01T00:00:00.000Z' }),
];

test('lists active hunts first, then upcoming ones, completed ones apart, each in the given order', () => {
  const { active, upcoming, ended, total } = arrangeHunts(MIXED, ALL);
  expect([ids(active), ids(upcoming), ids(ended), total]).toEqual([
    ['cheap', 'rich'],
    ['soon'],
    ['done'],
    4,
  ]);
  expect(ids(currentHunts(MIXED))).toEqual(['cheap', 'rich', 'soon']);
});

test.each([
  ['prize', ['rich', 'cheap']],
  ['price', ['cheap', 'rich']],
  ['newest', ['rich', 'cheap']],
  ['constructor', ['cheap', 'rich']],
])('sorts by %s within the group', (sort, expected) => {
  expect(ids(arrangeHunts(MIXED, { ...ALL, sort }).active)).toEqual(expected);
});

test('filters by region and status', () => {
  expect(arrangeHunts(MIXED, { ...ALL, region: 'Maine' })).toMatchObject({ active: [], total: 1 });
  expect(arrangeHunts(MIXED, { ...ALL, status: 'complete' })).toMatchObject({
    active: [],
    upcoming: [],
    total: 1,
  });
  expect(regionsOf(MIXED)).toEqual(['Maine', 'Vermont']);
});

test('lists a hunt of any other status with the completed ones', () => {
  const cancelled = hunt('off', { status: 'cancelled' as HuntStatus });
  expect(ids(arrangeHunts([cancelled], ALL).ended)).toEqual(['off']);
});

test('pages hold ten hunts, and a page beyond the last shows the last', () => {
  const many = Array.from({ length: 2 * PAGE_SIZE + 1 }, (_, index) => hunt(`h${index}`));
  const first = arrangeHunts(many, ALL);
  expect([first.active.length, first.pages, first.page]).toEqual([PAGE_SIZE, 3, 1]);
  const beyond = arrangeHunts(many, { ...ALL, page: 9 });
  expect([ids(beyond.active), beyond.page]).toEqual([['h20'], 3]);
});
