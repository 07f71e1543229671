import { expect, it } from 'vitest';
import { toPhonePrefix } from './search.routes.ts';

it.each([
  ['(802) 555-01', '+180255501'],
  ['+44 20 7946', '+44207946'],
  ['802', null],
  ['ann@example.com', null],
  ['2026-05-01x', null],
])('%s is the beginning %s', (search, expected) => {
  expect(toPhonePrefix(search)).toBe(expected);
});
