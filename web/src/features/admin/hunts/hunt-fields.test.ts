import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { expect, it } from 'vitest';
import { EMPTY_HUNT, fieldsOf, toHuntChanges, toNewHunt, validateFields } from './hunt-fields.ts';

const hunt = {
  id: 'h1',
  handle: 'vt-troll-hunt',
  status: 'upcoming',
  title: 'Troll',
  region: 'Vermont',
  description: 'A box',
  story: '',
  intro: '',
  rules: '',
  price_amount: 20,
  price_currency: 'USD',
  base_value: 1000,
  bonus_per_purchase: 10,
  hidden_at: '2026-03-01T12:34:00.000Z',
  search_area: { lat: 44, lng: -72.7, radius_m: 12_000, caption: 'Here' },
  images: [{ src: '/api/images/a.png', alt: 'A' }],
  completed_at: null,
  cancelled_at: null,
  cancellation_reason: null,
  commitment: null,
  committed_at: null,
  has_treasure_code: true,
  unacknowledged_code: null,
  has_stash: false,
  participants: 0,
  purchase_bonus: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  edited_by: null,
  edited_at: null,
} as StaffHunt;

const filled = {
  ...EMPTY_HUNT,
  handle: 'my-hunt',
  title: 'My hunt',
  region: 'Maine',
  description: 'A box',
  price_amount: '$19.99',
};

it('sends nothing when no field changed', () => {
  expect(toHuntChanges(fieldsOf(hunt), fieldsOf(hunt))).toEqual({});
});

it('sends only changed fields', () => {
  const before = fieldsOf(hunt);
  const now = { ...before, title: 'Ogre', price_amount: '25', has_area: false };
  expect(toHuntChanges(before, now)).toEqual({
    title: 'Ogre',
    price_amount: 25,
    search_area: null,
  });
});

it('removes, adds and keeps a stash', () => {
  const without = fieldsOf(hunt);
  const withStash = fieldsOf({ ...hunt, has_stash: true });
  const given = { ...without, has_stash: true, stash_code: 'SECRET1', stash_phrase: 'words' };
  expect(toHuntChanges(without, given)).toEqual({ stash: { code: 'SECRET1', phrase: 'words' } });
  expect(toHuntChanges(withStash, { ...withStash, has_stash: false })).toEqual({ stash: null });
  expect(toHuntChanges(withStash, withStash)).toEqual({});
});

it('accepts the filled form as a new hunt', () => {
  expect(validateFields(filled, null)).toEqual({});
  expect(toNewHunt(filled)).toMatchObject({
    price_amount: 19.99,
    base_value: 0,
    search_area: null,
  });
  expect(toNewHunt(filled)).not.toHaveProperty('treasure_code');
});

it.each([
  [{ handle: 'My Hunt' }, 'handle'],
  [{ title: ' ' }, 'title'],
  [{ price_amount: 'free' }, 'price_amount'],
  [{ price_amount: '0.10' }, 'price_amount'],
  [{ base_value: '-1' }, 'base_value'],
  [{ has_area: true, lat: '91' }, 'lat'],
  [{ has_area: true, radius_m: '' }, 'radius_m'],
  [{ treasure_code: 'short' }, 'treasure_code'],
  [{ has_stash: true, stash_code: 'long enough, that', stash_phrase: '' }, 'stash_phrase'],
])('rejects %j at its field', (changes, field) => {
  expect(Object.keys(validateFields({ ...filled, ...changes }, null))).toEqual([field]);
});
