import { expect, test } from 'vitest';
import { msToTick } from './use-now.ts';

test.each([
  ['a moment gone by', 10_000, 12_300, 700],
  ['a moment to come', 10_000, 7_700, 300],
  ['a moment to come, by a timer that was late', 10_000, 7_002, 998],
  ['the very second', 10_000, 12_000, 1_000],
])('ticks on each whole second from %s', (_, start, now, expected) => {
  expect(msToTick(start, now)).toBe(expected);
});
