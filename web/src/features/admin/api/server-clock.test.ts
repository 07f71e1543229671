import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callRoute } from './call-route.ts';
import { serverNow } from './server-clock.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function answerAt(serverTime: number, cacheControl = 'no-store'): Promise<void> {
  const headers = { date: new Date(serverTime).toUTCString(), 'cache-control': cacheControl };
  vi.stubGlobal('fetch', async () => Response.json({}, { headers }));
  await callRoute('GET /api/admin/hunts', {});
}

it.each([
  ['slow', NOW + 45_000],
  ['fast', NOW - 45_000],
])('follows the Date header when the clock of the computer is %s', async (_, serverTime) => {
  await answerAt(serverTime);
  expect(Math.abs(serverNow() - serverTime)).toBeLessThanOrEqual(1_000);
});

it('ignores the Date header of a cached answer', async () => {
  await answerAt(NOW);
  await answerAt(NOW - 3_600_000, 'public, max-age=3600');
  expect(Math.abs(serverNow() - NOW)).toBeLessThanOrEqual(1_000);
});

it('keeps the offset while the answers agree with it', async () => {
  await answerAt(NOW);
  const before = serverNow();
  vi.setSystemTime(NOW + 400);
  await answerAt(NOW);
  expect(serverNow()).toBe(before + 400);
});
