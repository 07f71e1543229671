import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { call, type RunningApp, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, testKeys } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from '../../gateway/test/gateway.ts';
import { createApp } from '../../services/payment/src/app.ts';
import { loadConfig } from '../../services/payment/src/config.ts';
import { createPayment, type Service } from '../../services/payment/src/service.ts';

const SECRET = 'whsec_test';
const PATH = '/api/webhooks/stripe';
/** More than the minimum number of calls of the circuit breaker. */
const TIMES = 40;

let database: TestDatabase;
let context: Service;
let payment: RunningApp;
let gateway: Gateway;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = loadConfig({
    ...testKeys,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.urlOf('payment'),
    KAFKA_BROKERS: 'none:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    AUTH_URL: 'http://127.0.0.1:1',
    CATALOG_URL: 'http://127.0.0.1:1',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRETS: SECRET,
  });
  context = createPayment(config, { bus: createMemoryBus(), revocations: neverRevoked });
  payment = await startApp(createApp(context));
  gateway = await startGateway(environmentOf(payment.url));
});
afterAll(async () => {
  await gateway?.stop();
  await payment?.stop();
  for (const service of context?.backgroundServices.toReversed() ?? []) await service.stop();
  await database?.drop();
});

/** A signed Stripe webhook of a type that changes nothing. */
async function sendSignedWebhook(): Promise<number> {
  const raw = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'customer.created',
    data: { object: { id: 'cus_1' } },
  });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${time}.${raw}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
  return (await call(gateway.url + PATH, { raw, headers })).status;
}

type Attack = {
  lines: string[];
  body?: string;
  target?: string;
  method?: string;
  host?: string;
  /** Resets the connection as soon as the request is written. */
  leave?: boolean;
};

const JSON_TYPE = 'content-type: application/json';
const length = (bytes: number) => `content-length: ${bytes}`;
const filler = (bytes: number) => `user-agent: ${'a'.repeat(bytes)}`;
const LARGE = 'a'.repeat(150_000);

const ATTACKS: [string, Attack][] = [
  ['large headers with a large body', { lines: [length(150_000), filler(16_150)], body: LARGE }],
  ['headers at the limit', { lines: [length(150_000), filler(16_230)], body: LARGE }],
  ['headers over the limit', { lines: [length(150_000), filler(20_000)], body: LARGE }],
  ['a large host', { lines: [length(2)], body: '{}', host: 'a'.repeat(15_000) }],
  ['a URL that grows by encoding', { lines: [length(0)], target: `${PATH}?${'"'.repeat(16_000)}` }],
  ['a URL over the limit', { lines: [length(0)], target: `${PATH}?${'a'.repeat(20_000)}` }],
  ['an upload that is cut', { lines: [length(150_000)], body: 'a'.repeat(1_000), leave: true }],
  ['a caller who does not wait', { lines: [length(150_000)], body: LARGE, leave: true }],
  ['a body longer than its length', { lines: [length(10)], body: LARGE }],
  ['a body over the limit', { lines: [length(2_000_001)], body: 'a'.repeat(2_000_001) }],
  [
    'chunks without an end',
    { lines: ['transfer-encoding: chunked'], body: 'ff\r\naa', leave: true },
  ],
  ['a broken chunk', { lines: ['transfer-encoding: chunked'], body: 'zz\r\n\r\n' }],
  ['an odd transfer encoding', { lines: ['transfer-encoding: gzip, chunked'], body: '0\r\n\r\n' }],
  ['two lengths', { lines: [length(2), length(3)], body: '{}' }],
  ['an unknown expectation', { lines: ['expect: wonders', length(2)], body: '{}' }],
  ['a go-ahead that is not used', { lines: ['expect: 100-continue', length(5)], leave: true }],
  ['a compressed body', { lines: ['content-encoding: gzip', length(2)], body: '{}' }],
  ['bytes above ASCII in a header', { lines: ['user-agent: \xff\xfe', length(2)], body: '{}' }],
  ['a body of a GET', { lines: [length(150_000)], body: LARGE, method: 'GET' }],
  ['a HEAD with a body', { lines: [length(150_000)], body: LARGE, method: 'HEAD' }],
];

/** Sends one request and resolves with the status, or null where the connection ends without one. */
async function attack({ lines, body = '', target = PATH, leave, ...rest }: Attack) {
  const { method = 'POST', host = 'cairn.test' } = rest;
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const request = [`${method} ${target} HTTP/1.1`, `host: ${host}`, JSON_TYPE, ...lines];
  socket.write(
    Buffer.from(`${request.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    () => leave && socket.resetAndDestroy(),
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (/\r\n\r\n/.test(answer)) socket.destroy();
  });
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (?:100 Continue\r\n\r\nHTTP\/1\.1 )?(\d{3})/.exec(answer)?.[1] ?? 0);
}

describe('P-7.7 a misbehaving client does not open the circuit breaker of a service', () => {
  it.each(ATTACKS)('%s', async (_, options) => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < TIMES; sent += 1) statuses.add(await attack(options));
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(await sendSignedWebhook()).toBe(200);
  });
});
