import { call, startApp } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import express from 'express';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Check, healthRoutes } from '../health.ts';

let broker: Check;
let asked = 0;
const ask: Check = () => {
  asked += 1;
  return broker();
};

async function startHealth() {
  const app = express();
  app.use(healthRoutes({ required: {}, optional: { broker: ask } }));
  const running = await startApp(app);
  stops.push(running.stop);
  return () => call(`${running.url}/readyz`);
}
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});
beforeEach(() => {
  asked = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

it('/readyz answers within the timeout of probes while an optional dependency hangs, then at once', async () => {
  const hanging = Promise.withResolvers<void>();
  broker = () => hanging.promise;
  const isReady = await startHealth();
  const isIll = async () =>
    expect(await isReady()).toMatchObject({ status: 200, body: { degraded: ['broker'] } });
  const first = [await milliseconds(isIll)];
  expect(asked).toBe(1);
  // These wait as long as the first call, since no result is cached yet.
  for (let again = 0; again < 2; again += 1) first.push(await milliseconds(isIll));
  // The minimum tolerates single delays on a busy machine.
  expect(Math.min(...first)).toBeLessThan(1_400);
  hanging.reject(new Error('away'));
  await waitUntil(() => asked > 1 || isReady().then(() => false));
  broker = () => new Promise(() => {});
  const next: number[] = [];
  for (let again = 0; again < 3; again += 1) next.push(await milliseconds(isIll));
  expect(Math.min(...next)).toBeLessThan(500);
});

it('/readyz returns the last result until a check completes', async () => {
  broker = async () => {};
  const isReady = await startHealth();
  expect((await isReady()).body).toMatchObject({ degraded: [] });
  const hanging = Promise.withResolvers<void>();
  broker = () => hanging.promise;
  await waitUntil(() => isReady().then(() => asked >= 2));
  expect((await isReady()).body).toMatchObject({ degraded: [] });
  hanging.reject(new Error('away'));
  expect((await isReady()).body).toMatchObject({ degraded: ['broker'] });
});

it('a healthy result expires when checks hang, also while the wall clock steps back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  broker = async () => {};
  const isReady = await startHealth();
  expect((await isReady()).body).toMatchObject({ degraded: [] });
  broker = () => new Promise(() => {});
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime(Date.now() - 600_000);
  expect((await isReady()).body).toMatchObject({ degraded: ['broker'] });
});

it('/readyz reports recovery of an optional dependency soon, and limits the rate of checks', async () => {
  broker = async () => Promise.reject(new Error('away'));
  const isReady = await startHealth();
  expect((await isReady()).body).toMatchObject({ degraded: ['broker'] });
  broker = async () => {};
  await waitUntil(async () => JSON.stringify((await isReady()).body).includes('"degraded":[]'));
  const before = asked;
  await Promise.all(Array.from({ length: 20 }, isReady));
  expect(asked).toBeLessThan(before + 5);
});
