import { describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from './api-error.ts';
import { withIdempotencyKey } from './idempotency-key.ts';

function refusal(status: number, headers: Record<string, string> = {}): ApiError {
  return new ApiError({ status, headers: new Headers(headers) }, {});
}

/** Sends once and returns the key sent. */
async function send(submission: unknown[], error?: Error): Promise<string> {
  let sent = '';
  const sending = withIdempotencyKey(submission, async (key) => {
    sent = key;
    if (error) throw error;
  });
  await sending.catch(() => {});
  return sent;
}

describe('withIdempotencyKey', () => {
  it.each([
    ['no answer', new OfflineError('cut')],
    ['401', refusal(401)],
    ['429', refusal(429)],
    ['504', refusal(504)],
    ['409 of a request that is in progress', refusal(409, { 'retry-after': '1' })],
  ])('P-3.7 keeps the key of a submission after %s', async (name, error) => {
    const submission = ['POST', '/kept', { text: name }];
    const first = await send(submission, error);
    expect(first).toMatch(/^[\x21-\x7e]{1,200}$/);
    expect(await send(submission)).toBe(first);
  });

  it.each([
    ['success', undefined],
    ['a refusal', refusal(409)],
  ])('P-3.7 uses a new key after %s', async (_, error) => {
    const submission = ['POST', '/final', { text: 'same' }];
    expect(await send(submission, error)).not.toBe(await send(submission));
  });

  it('uses another key for other content', async () => {
    const first = await send(['POST', '/path', { text: 'one' }], new OfflineError('cut'));
    expect(await send(['POST', '/path', { text: 'two' }])).not.toBe(first);
  });
});
