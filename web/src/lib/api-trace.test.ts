import { afterEach, expect, it, vi } from 'vitest';
import { callApi } from './api-client.ts';
import { startTrace } from './api-trace.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Sends calls without a session and returns the ids sent. */
async function sendCall(): Promise<{ traceId: string | undefined; spanId: string | undefined }> {
  const send = vi.fn(async (_path: string, _call: { headers: Record<string, string> }) =>
    Response.json({}),
  );
  vi.stubGlobal('fetch', send);
  await callApi('GET /api/products', { token: null });
  const traceparent = send.mock.calls[0]?.[1].headers['traceparent'] ?? '';
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(traceparent) ?? [];
  return { traceId, spanId };
}

it('calls of one page visit share a trace id and have their own span ids', async () => {
  startTrace();
  const [first, second] = [await sendCall(), await sendCall()];
  expect(first.traceId).toBeDefined();
  expect(second.traceId).toBe(first.traceId);
  expect(second.spanId).not.toBe(first.spanId);
});

it('the next page visit has a new trace id', async () => {
  const first = await sendCall();
  startTrace();
  const second = await sendCall();
  expect(second.traceId).toBeDefined();
  expect(second.traceId).not.toBe(first.traceId);
});
