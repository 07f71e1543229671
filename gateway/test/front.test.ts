import { getSession } from '@cairn/contracts/http/accounts.ts';
import { listSnapshots } from '@cairn/contracts/internal/catalog.ts';
import { captureLog } from '@cairn/service-kit/test/captured-log.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { type StubServer, startStubServer } from '@cairn/testing/stub-server.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { requestText, sendRaw, statusOf } from './raw-request.ts';
import { startUpstream } from './upstream-server.ts';

const LIST = '/api/products';
const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
/** They differ between two requests. */
const OF_ONE_REQUEST = /^(x-request-id|traceparent|date|ratelimit|ratelimit-(remaining|reset))$/;
let catalog: StubServer;
let gateway: Gateway | undefined;

beforeAll(async () => {
  catalog = await startStubServer();
  catalog.answer(listSnapshots, () => []);
});
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
});
afterAll(() => catalog.stop());

async function start(changes: Record<string, string> = {}, log = captureLog()): Promise<string> {
  const environment = { ...environmentOf(catalog.url), LOG_LEVEL: 'info', ...changes };
  gateway = await startGateway(environment, { logger: log.logger });
  const { products } = gateway.service;
  await waitUntil(() => products.list(), { what: 'the first list' });
  return gateway.url;
}

function fixedHeaders({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_ONE_REQUEST.test(name)));
}

describe('the handler before Express', () => {
  it('answers with the same headers as Express', async () => {
    const url = await start({ PUBLIC_URL: 'https://cairn.test' });
    // The query leads to Express.
    const [front, express] = [await call(`${url}${LIST}`), await call(`${url}${LIST}?x`)];
    expect(fixedHeaders(front)).toEqual(fixedHeaders(express));
    expect([...front.headers.keys()]).toEqual([...express.headers.keys()]);
    expect(front.body).toEqual(express.body);
    const ifNoneMatch = { 'if-none-match': front.headers.get('etag') ?? '' };
    const unchanged = await call(`${url}${LIST}`, { headers: ifNoneMatch });
    expect(unchanged.status).toBe(304);
    expect(fixedHeaders(unchanged)).toEqual(
      fixedHeaders(await call(`${url}${LIST}?x`, { headers: ifNoneMatch })),
    );
    expect(fixedHeaders(await call(`${url}/healthz`))).toEqual(
      fixedHeaders(await call(`${url}/healthz?x`)),
    );
  });

  it('forwards a read of a service with the same headers as Express', async () => {
    const auth = await startUpstream();
    try {
      const url = await start({ PUBLIC_URL: 'https://cairn.test', AUTH_URL: auth.url });
      auth.seen.length = 0;
      const headers = { authorization: 'Bearer a.b.c', 'x-forwarded-for': '9.9.9.9', 'x-own': '1' };
      // The query leads to Express.
      const front = await call(url + getSession.path, { headers });
      const express = await call(`${url}${getSession.path}?x`, { headers });
      expect(front).toMatchObject({ status: 200, body: {} });
      expect(fixedHeaders(front)).toEqual(fixedHeaders(express));
      const [fromFront, fromExpress] = auth.seen.map(({ headers: { connection: _, ...rest } }) =>
        Object.fromEntries(Object.entries(rest).filter(([name]) => !OF_ONE_REQUEST.test(name))),
      );
      expect(fromFront).toMatchObject({ authorization: 'Bearer a.b.c' });
      expect(fromFront).toEqual(fromExpress);
    } finally {
      await auth.stop();
    }
  });

  it('answers with JSON when the service of a read is down', async () => {
    const url = await start({ AUTH_URL: 'http://127.0.0.1:1' });
    const answer = await call(url + getSession.path);
    expect(answer).toMatchObject({ status: 502, body: { error: expect.any(String) } });
    expect(answer.body).toMatchObject({ requestId: answer.headers.get('x-request-id') });
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  it('uses the ids of the caller', async () => {
    const headers = { 'x-request-id': 'caller-12345', traceparent: TRACEPARENT };
    const answer = await call(`${await start()}${LIST}`, { headers });
    expect(answer.headers.get('x-request-id')).toBe('caller-12345');
    expect(answer.headers.get('traceparent')).toMatch(/^00-a{32}-(?!b{16})[0-9a-f]{16}-01$/);
  });

  it('P-5.4 counts a request once, and Express refuses it with headers and a log line', async () => {
    const log = captureLog();
    const LIMITS = JSON.stringify({ 'api-address': { points: 2 } });
    const url = await start({ LIMITS, TRUSTED_PROXIES: '1' }, log);
    const from = (address: string) =>
      call(`${url}${LIST}`, { headers: { 'x-forwarded-for': address } });
    expect((await from('10.9.9.9, 10.0.0.1')).headers.get('ratelimit-remaining')).toBe('1');
    expect((await from('10.0.0.1')).status).toBe(200);
    const refused = await from('8.8.8.8, ,10.0.0.1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"api-address";q=2;w=60');
    expect((await from('10.0.0.2')).status).toBe(200);
    expect(await gateway?.service.metrics.registry.metrics()).toMatch(
      /^limits_hit_total\{limit="api-address"[^}]*\} 1$/m,
    );
    const requestId = refused.headers.get('x-request-id');
    await waitUntil(() => log.lines().some((line) => line['requestId'] === requestId));
    const lines = log.lines().filter((line) => line['requestId'] === requestId);
    expect(lines).toMatchObject([{ msg: 'request.completed', res: { status: 429 } }]);
  });

  it('counts each request by route and status, and logs those of a sampled trace', async () => {
    const log = captureLog();
    const url = await start({}, log);
    await call(`${url}${LIST}`);
    const { headers } = await call(`${url}${LIST}`, { headers: { traceparent: TRACEPARENT } });
    await call(`${url}/healthz`, { headers: { traceparent: TRACEPARENT } });
    expect(log.lines().filter(({ traceId }) => traceId === 'a'.repeat(32))).toMatchObject([
      {
        msg: 'request.completed',
        requestId: headers.get('x-request-id'),
        req: { method: 'GET', path: LIST },
        res: { status: 200 },
      },
    ]);
    expect(await gateway?.service.metrics.registry.metrics()).toMatch(
      /^http_request_duration_seconds_count\{.*route="\/api\/products".*\} 2$/m,
    );
  });

  it('P-7.3 leaves requests that must be refused to Express', async () => {
    const url = await start();
    const status = async (target: string, headers: string[]) =>
      statusOf(await sendRaw(url, requestText('GET', target, headers)));
    for (const target of [LIST, '/healthz']) {
      expect(await status(target, [])).toBe(200);
      expect(await status(target, ['host: cairn.test'])).toBe(400);
      expect(await status(target, ['upgrade: websocket'])).toBe(400);
      expect(await status(target, ['expect: nothing'])).toBe(417);
    }
    const foreign = `GET ${LIST} HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n`;
    expect(statusOf(await sendRaw(url, foreign))).toBe(421);
  });
});
