import { type Answer, call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

const TIMEOUT_MS = 1_500;
/** As many as it takes, and a few more. */
const MANY = 40;

let healthy: UpstreamServer;
let sick: UpstreamServer;
let gateway: Gateway;
let asked: number;

beforeEach(async () => {
  asked = 0;
  healthy = await startUpstream();
  healthy.answer((response) => json(response, 200, { ok: true }));
  sick = await startUpstream();
  // Never answers.
  sick.answer(() => {
    asked += 1;
  });
  gateway = await startGateway({
    ...environmentOf(healthy.url),
    CATALOG_URL: sick.url,
    UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway?.stop();
  await Promise.all([healthy?.stop(), sick?.stop()]);
});

const askSick = () => call(`${gateway.url}/api/hunt/data/vt-troll-hunt`);
const recordPurchase = () => call(`${gateway.url}/api/record-purchase`, { json: {} });
const hangAll = () => Promise.all(Array.from({ length: MANY }, askSick));

describe('P-7.2 a service that hangs for everybody', () => {
  it('is not asked any more, its callers are refused at once, and the others go on', async () => {
    // The break lasts a second, and forty calls may take longer on a busy machine.
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await hangAll();
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([504]));
    const askedBefore = asked;
    const took: number[] = [];
    let refused: Answer[] = [];
    for (let round = 0; round < 3; round += 1) {
      const began = performance.now();
      refused = await Promise.all(Array.from({ length: MANY }, askSick));
      took.push(performance.now() - began);
    }
    // A busy machine may be late once; what waits is late each time.
    expect(Math.min(...took)).toBeLessThan(TIMEOUT_MS);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([502]));
    expect(refused[0]?.body).toMatchObject({ error: 'Something went wrong. Please try again.' });
    expect(asked).toBe(askedBefore);
    expect((await recordPurchase()).status).toBe(200);
  });

  it('is tried by one caller while the rest are refused, and is back by itself', async () => {
    await hangAll();
    const askedBefore = asked;
    // The break is over: one of each round may try.
    await waitUntil(async () => {
      await Promise.all(Array.from({ length: 5 }, askSick));
      return asked > askedBefore;
    });
    expect(asked).toBe(askedBefore + 1);
    sick.answer((response) => json(response, 200, { ok: true }));
    await waitUntil(async () => (await askSick()).status === 200);
    const all = await Promise.all(Array.from({ length: MANY }, askSick));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('some failures are no reason to refuse anybody', async () => {
    const few = await Promise.all(Array.from({ length: 20 }, askSick));
    expect(new Set(few.map(({ status }) => status))).toEqual(new Set([504]));
    sick.answer((response) => json(response, 200, { ok: true }));
    expect((await askSick()).status).toBe(200);
  });
});

describe('P-7.7 the breaker ignores what one client can cause', () => {
  it('resets of the connection do not open it', async () => {
    sick.answer((response) => response.socket?.resetAndDestroy());
    const resets = await Promise.all(Array.from({ length: MANY }, askSick));
    expect(new Set(resets.map(({ status }) => status))).toEqual(new Set([502]));
    sick.answer((response) => json(response, 200, { ok: true }));
    expect((await askSick()).status).toBe(200);
  });

  it('slow calls do not open it while the service answers others', async () => {
    await gateway.stop();
    // Long enough for another answer meanwhile, also on a busy machine.
    const UPSTREAM_TIMEOUT_MS = String(2 * TIMEOUT_MS);
    gateway = await startGateway({ ...environmentOf(sick.url), UPSTREAM_TIMEOUT_MS });
    sick.answer((response, { url }) => {
      if (!url.endsWith('/vt-troll-hunt')) json(response, 200, { ok: true });
    });
    const slow = hangAll();
    const isDone = slow.then(() => true);
    let isOver = false;
    while (!isOver) {
      const other = await call(`${gateway.url}/api/hunt/data/another-hunt`);
      expect(other.status).toBe(200);
      isOver = await Promise.race([isDone, false]);
    }
    expect(new Set((await slow).map(({ status }) => status))).toEqual(new Set([504]));
    expect((await call(`${gateway.url}/api/hunt/data/another-hunt`)).status).toBe(200);
  });

  it('webhooks reach a service whose breaker is open for other calls', async () => {
    // The breaker stays open.
    vi.useFakeTimers({ toFake: ['Date'] });
    await gateway.stop();
    const UPSTREAM_TIMEOUT_MS = String(TIMEOUT_MS);
    gateway = await startGateway({ ...environmentOf(sick.url), UPSTREAM_TIMEOUT_MS });
    sick.answer((response, { url }) => {
      if (url.startsWith('/api/webhooks/')) json(response, 200, { ok: true });
    });
    await Promise.all(Array.from({ length: MANY }, recordPurchase));
    expect((await recordPurchase()).status).toBe(502);
    const webhook = await call(`${gateway.url}/api/webhooks/stripe`, { json: {} });
    expect(webhook.status).toBe(200);
  });
});
