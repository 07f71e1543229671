import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStripeReversals } from './reversals.ts';
import { createStripe } from './stripe-client.ts';

const params = { id: 'request-1', intentId: 'pi_1', tries: 1, replayedErrors: 0 };

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

function refund(changes: Partial<typeof params> = {}) {
  const { port } = server.address() as AddressInfo;
  const stripe = createStripe({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
  });
  return createStripeReversals(stripe).refund({ ...params, ...changes });
}

test('a refund uses a new idempotency key after an error that Stripe would replay', async () => {
  answer = { status: 500, body: { error: { type: 'api_error', message: 'broken' } } };
  expect((await refund()).kind).toBe('key_used');
  answer = { status: 200, body: { id: 're_1', object: 'refund' } };
  expect(await refund({ replayedErrors: 1 })).toEqual({ kind: 'made' });
  expect(keys).toEqual(['request-1-0', 'request-1-1']);
});

test.each([
  [400, { type: 'invalid_request_error', code: 'charge_already_refunded' }, 'refused'],
  [400, { type: 'invalid_request_error', code: 'charge_disputed' }, 'refused'],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, 'retryable'],
  [429, { type: 'invalid_request_error', code: 'rate_limit' }, 'retryable'],
  [401, { type: 'invalid_request_error' }, 'retryable'],
  [403, { type: 'invalid_request_error' }, 'retryable'],
  [400, { type: 'idempotency_error' }, 'key_used'],
])('a refund error with status %i and body %o is %s', async (status, error, kind) => {
  answer = { status, body: { error: { message: 'no', ...error } } };
  expect((await refund()).kind).toBe(kind);
});
