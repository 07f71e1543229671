import { beforeEach, expect, it } from 'vitest';
import { blockFor, clearAttempts, countAttempt, readAttempts } from './stash-attempts.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

beforeEach(clearAttempts);

it('counts attempts in a window from the first attempt and blocks after the third', () => {
  expect(readAttempts(NOW)).toMatchObject({ attempts: 0, blocked: false });
  expect(countAttempt(NOW)).toMatchObject({ attempts: 1, blocked: false, timeRemaining: 60 });
  expect(countAttempt(NOW + 20_000)).toMatchObject({ attempts: 2, timeRemaining: 40 });
  expect(countAttempt(NOW + 50_000)).toMatchObject({
    attempts: 3,
    blocked: true,
    timeRemaining: 10,
  });
  expect(readAttempts(NOW + 59_001)).toMatchObject({ blocked: true, timeRemaining: 1 });
  expect(readAttempts(NOW + 60_000)).toMatchObject({ attempts: 0, blocked: false });
});

it("blocks for the server's Retry-After", () => {
  expect(blockFor(30, NOW)).toMatchObject({ attempts: 3, blocked: true, timeRemaining: 30 });
  expect(readAttempts(NOW + 30_000).blocked).toBe(false);
});

it('ignores a window in the far future after a clock change', () => {
  countAttempt(NOW);
  expect(readAttempts(NOW - 3_600_000)).toMatchObject({ attempts: 0 });
});
