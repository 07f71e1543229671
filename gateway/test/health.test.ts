import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { startUpstream, type UpstreamServer } from './upstream-server.ts';

let upstream: UpstreamServer;
let late: Server;
let isLateReady: boolean;
let gateway: Gateway | undefined;

beforeEach(async () => {
  isLateReady = false;
  upstream = await startUpstream();
  late = createServer((_request, response) => {
    response.writeHead(isLateReady ? 200 : 503).end();
  });
  late.listen(0, '127.0.0.1');
  await once(late, 'listening');
});
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
  await upstream.stop();
  late.closeAllConnections();
  late.close();
});

const lateUrl = () => `http://127.0.0.1:${(late.address() as AddressInfo).port}`;

it('is alive immediately, and ready once every service has been ready', async () => {
  gateway = await startGateway({ ...environmentOf(upstream.url), ADMIN_URL: lateUrl() });
  const { url } = gateway;
  expect(await call(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
  const early = await waitUntil(async () => {
    const answer = await call(`${url}/readyz`);
    return JSON.stringify(answer.body).includes('"missing":["admin"]') ? answer : null;
  });
  expect(early).toMatchObject({ status: 503, body: { status: 'not ready' } });
  isLateReady = true;
  await waitUntil(async () => (await call(`${url}/readyz`)).status === 200);
  isLateReady = false;
  const degraded = await waitUntil(async () => {
    const answer = await call(`${url}/readyz`);
    return JSON.stringify(answer.body).includes('"degraded":["admin"]') ? answer : null;
  });
  expect(degraded.status).toBe(200);
});

it('is ready and degraded without Redis and Kafka', async () => {
  const bus = { ...createMemoryBus(), ping: async () => Promise.reject(new Error('away')) };
  const environment = { ...environmentOf(upstream.url), REDIS_URL: 'redis://127.0.0.1:1' };
  gateway = await startGateway(environment, { bus, hasRedis: false });
  const { url } = gateway;
  const answer = await waitUntil(async () => {
    const response = await call(`${url}/readyz`);
    return response.status === 200 ? response : null;
  });
  expect(answer.body).toMatchObject({ status: 'ready', degraded: ['redis', 'kafka'] });
});

it('serves no metrics on the public port', async () => {
  gateway = await startGateway(environmentOf(upstream.url));
  expect((await call(`${gateway.url}/metrics`)).status).toBe(404);
  const text = await gateway.service.metrics.registry.metrics();
  expect(text).toMatch(/gateway_live_listeners\{service="gateway"\} 0/);
});
