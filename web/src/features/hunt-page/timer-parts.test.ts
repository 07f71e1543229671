import { expect, test } from 'vitest';
import { remainingParts, timerParts } from './timer-parts.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, [0, 0, 0, 0]],
  [999, [0, 0, 0, 0]],
  [SECOND, [0, 0, 0, 1]],
  [MINUTE - 1, [0, 0, 0, 59]],
  [HOUR, [0, 1, 0, 0]],
  [DAY - SECOND, [0, 23, 59, 59]],
  [40 * DAY + 3 * HOUR + 2 * MINUTE + SECOND, [40, 3, 2, 1]],
  [400 * DAY, [400, 0, 0, 0]],
])('%d ms since the start', (passed, [days, hours, minutes, seconds]) => {
  expect(timerParts(START, START + passed)).toEqual({ days, hours, minutes, seconds });
});

test('returns zero when the clock is behind the start', () => {
  expect(timerParts(START, START - DAY)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test.each([
  [3_000, 3],
  [2_999, 3],
  [2_001, 3],
  [2_000, 2],
  [1, 1],
  [0, 0],
  [-5_000, 0],
])('%i ms before a moment leaves %i s', (ms, s) => {
  expect(remainingParts(10_000, 10_000 - ms)).toEqual({
    days: 0,
    hours: 0,
    minutes: 0,
    seconds: s,
  });
});
