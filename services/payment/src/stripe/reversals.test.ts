import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStripeReversals } from './reversals.ts';
import { createStripe } from './stripe-client.ts';

const order = { id: 'request-1', intentId: 'pi_1', tries: 1, brokenAnswers: 0 };

let server: Server;
let keys: unknown[];
let answer: { status: number; body: unknown };

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'stripe-should-retry': 'false',
    });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  keys = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function refund(changes: Partial<typeof order> = {}) {
  const { port } = server.address() as AddressInfo;
  const stripe = createStripe({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
  });
  return createStripeReversals(stripe).refund({ ...order, ...changes });
}

test('a broken answer is one that Stripe would repeat: the next try has another key', async () => {
  answer = { status: 500, body: { error: { type: 'api_error', message: 'broken' } } };
  expect((await refund()).kind).toBe('broken');
  answer = { status: 200, body: { id: 're_1', object: 'refund' } };
  expect(await refund({ brokenAnswers: 1 })).toEqual({ kind: 'made' });
  expect(keys).toEqual(['request-1-0', 'request-1-1']);
});

test.each([
  [400, { type: 'invalid_request_error', code: 'charge_already_refunded' }, 'refused'],
  [400, { type: 'invalid_request_error', code: 'charge_disputed' }, 'refused'],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, 'later'],
  [429, { type: 'invalid_request_error', code: 'rate_limit' }, 'later'],
  [401, { type: 'invalid_request_error' }, 'later'],
  [403, { type: 'invalid_request_error' }, 'later'],
  [400, { type: 'idempotency_error' }, 'broken'],
])('%i %o: %s', async (status, error, kind) => {
  answer = { status, body: { error: { message: 'no', ...error } } };
  expect((await refund()).kind).toBe(kind);
});
