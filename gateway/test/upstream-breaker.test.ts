import { type Answer, call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

const TIMEOUT_MS = 1_500;
/** Enough calls to open the breaker. */
const MANY = 40;

let healthy: UpstreamServer;
let failing: UpstreamServer;
let gateway: Gateway;
let callCount: number;

beforeEach(async () => {
  callCount = 0;
  healthy = await startUpstream();
  healthy.answer((response) => json(response, 200, { ok: true }));
  failing = await startUpstream();
  // Never responds.
  failing.answer(() => {
    callCount += 1;
  });
  gateway = await startGateway({
    ...environmentOf(healthy.url),
    CATALOG_URL: failing.url,
    UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await gateway?.stop();
  await Promise.all([healthy?.stop(), failing?.stop()]);
});

const callFailing = () => call(`${gateway.url}/api/hunt/data/vt-troll-hunt`);
const recordPurchase = () => call(`${gateway.url}/api/record-purchase`, { json: {} });
const hangAll = () => Promise.all(Array.from({ length: MANY }, callFailing));

describe('P-7.2 a hanging service', () => {
  it('is not called any more: its callers are refused immediately, other services work', async () => {
    // The breaker opens for one second, and forty calls may take longer on a busy machine.
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await hangAll();
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([504]));
    const callsBefore = callCount;
    const took: number[] = [];
    let refused: Answer[] = [];
    for (let round = 0; round < 3; round += 1) {
      const began = performance.now();
      refused = await Promise.all(Array.from({ length: MANY }, callFailing));
      took.push(performance.now() - began);
    }
    // A busy machine may be slow once; a call that waits is slow each time.
    expect(Math.min(...took)).toBeLessThan(TIMEOUT_MS);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([502]));
    expect(refused[0]?.body).toMatchObject({ error: 'Something went wrong. Please try again.' });
    expect(callCount).toBe(callsBefore);
    expect((await recordPurchase()).status).toBe(200);
  });

  it('is probed by one caller while the rest are refused, and recovers', async () => {
    await hangAll();
    const callsBefore = callCount;
    // The breaker is half-open: one call per round may probe.
    await waitUntil(async () => {
      await Promise.all(Array.from({ length: 5 }, callFailing));
      return callCount > callsBefore;
    });
    expect(callCount).toBe(callsBefore + 1);
    failing.answer((response) => json(response, 200, { ok: true }));
    await waitUntil(async () => (await callFailing()).status === 200);
    const all = await Promise.all(Array.from({ length: MANY }, callFailing));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('few failures do not open the breaker', async () => {
    const few = await Promise.all(Array.from({ length: 20 }, callFailing));
    expect(new Set(few.map(({ status }) => status))).toEqual(new Set([504]));
    failing.answer((response) => json(response, 200, { ok: true }));
    expect((await callFailing()).status).toBe(200);
  });
});

describe('P-7.7 the breaker ignores what one client can cause', () => {
  it('connection resets do not open it', async () => {
    failing.answer((response) => response.socket?.resetAndDestroy());
    const resets = await Promise.all(Array.from({ length: MANY }, callFailing));
    expect(new Set(resets.map(({ status }) => status))).toEqual(new Set([502]));
    failing.answer((response) => json(response, 200, { ok: true }));
    expect((await callFailing()).status).toBe(200);
  });

  it('slow calls do not open it while the service responds to others', async () => {
    await gateway.stop();
    // Long enough for another response, also on a busy machine.
    const UPSTREAM_TIMEOUT_MS = String(2 * TIMEOUT_MS);
    gateway = await startGateway({ ...environmentOf(failing.url), UPSTREAM_TIMEOUT_MS });
    failing.answer((response, { url }) => {
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
    gateway = await startGateway({ ...environmentOf(failing.url), UPSTREAM_TIMEOUT_MS });
    failing.answer((response, { url }) => {
      if (url.startsWith('/api/webhooks/')) json(response, 200, { ok: true });
    });
    await Promise.all(Array.from({ length: MANY }, recordPurchase));
    expect((await recordPurchase()).status).toBe(502);
    const webhook = await call(`${gateway.url}/api/webhooks/stripe`, { json: {} });
    expect(webhook.status).toBe(200);
  });
});
