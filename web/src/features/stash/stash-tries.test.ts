import { beforeEach, expect, it } from 'vitest';
import { blockFor, countTry, forgetTries, readTries } from './stash-tries.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

beforeEach(forgetTries);

it('counts tries in a window that runs from the first, and blocks after the third', () => {
  expect(readTries(NOW)).toMatchObject({ attempts: 0, blocked: false });
  expect(countTry(NOW)).toMatchObject({ attempts: 1, blocked: false, timeRemaining: 60 });
  expect(countTry(NOW + 20_000)).toMatchObject({ attempts: 2, timeRemaining: 40 });
  expect(countTry(NOW + 50_000)).toMatchObject({ attempts: 3, blocked: true, timeRemaining: 10 });
  expect(readTries(NOW + 59_001)).toMatchObject({ blocked: true, timeRemaining: 1 });
  expect(readTries(NOW + 60_000)).toMatchObject({ attempts: 0, blocked: false });
});

it('believes the server where it says for how long', () => {
  expect(blockFor(30, NOW)).toMatchObject({ attempts: 3, blocked: true, timeRemaining: 30 });
  expect(readTries(NOW + 30_000).blocked).toBe(false);
});

it('forgets a window that a wrong clock put far into the future', () => {
  countTry(NOW);
  expect(readTries(NOW - 3_600_000)).toMatchObject({ attempts: 0 });
});
