import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineRoute } from '@cairn/contracts/http/route.ts';
import { id } from '@cairn/contracts/ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServiceClient } from '../service-client.ts';
import { continueTrace, runInTrace } from '../tracing.ts';

const route = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/internal/things/:id',
  access: 'internal',
  callers: ['payment'],
  summary: '',
  params: z.object({ id }),
  query: z.object({ page: z.number().optional(), search: z.string().optional() }),
  answer: z.object({ path: z.string(), headers: z.record(z.string(), z.unknown()) }),
});

let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
const echo: RequestListener = (request, response) => {
  response.end(JSON.stringify({ path: request.url, headers: request.headers, extra: 1 }));
};
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** For tests that expect an answer: generous, since the machine may be busy. */
const client = (timeoutMs = 30_000) =>
  createServiceClient({
    service: 'catalog',
    baseUrl,
    sign: (service) => `for ${service}`,
    timeoutMs,
  });
const get = (given = 'a', timeoutMs?: number) =>
  client(timeoutMs).call(route, { params: { id: given } });

const SLOW = 'This is taking too long. Please try again.';
const FAILED = 'Something went wrong. Please try again.';

describe('call to another service', () => {
  it('carries token, trace and parameters, and omits undefined ones', async () => {
    answer = echo;
    const trace = { ...continueTrace(null), requestId: 'request-1' };
    const { path, headers } = await runInTrace(trace, () =>
      client().call(route, { params: { id: 'ä/?#' }, query: { page: 2, search: undefined } }),
    );
    expect(path).toBe('/internal/things/%C3%A4%2F%3F%23?page=2');
    expect(headers).toMatchObject({
      'x-internal-token': 'for catalog',
      'x-request-id': 'request-1',
      traceparent: `00-${trace.traceId}-${trace.spanId}-01`,
    });
  });

  it('repeats a GET on a connection that the service closed while it was idle, and no other request', async () => {
    let calls = 0;
    const closeOnce: RequestListener = (request, response) => {
      calls += 1;
      if (calls === 1) request.socket.destroy();
      else echo(request, response);
    };
    answer = echo;
    await get();
    answer = closeOnce;
    expect(await get('b')).toMatchObject({ path: '/internal/things/b' });
    expect(calls).toBe(2);
    const post = defineRoute({ ...route, method: 'POST', body: z.object({}) });
    calls = 0;
    const refused = client().call(post, { params: { id: 'c' }, body: {} });
    await expect(refused).rejects.toMatchObject({ status: 502 });
    expect(calls).toBe(1);
  });

  it.each(['.', '..'])('does not reach another route with %s as an id', async (given) => {
    answer = echo;
    await expect(get(given)).rejects.toMatchObject({ status: 404 });
  });

  it.each<[string, RequestListener, object]>([
    [
      'passes on a refusal with its text and fields',
      (_, response) =>
        response.writeHead(409).end('{"error":"Taken","fields":{"a":"b"},"requestId":"x"}'),
      { status: 409, message: 'Taken', fields: { a: 'b' } },
    ],
    [
      'passes on a refusal without a text',
      (_, response) => response.writeHead(404).end('<html>'),
      { status: 404, message: 'Refused.' },
    ],
    [
      'returns 502 for a 5xx answer',
      (_, response) => response.writeHead(500).end('{"error":"stack"}'),
      { status: 502 },
    ],
    [
      'returns 502 for an answer that does not match the schema',
      (_, response) => response.end('{"path":1}'),
      { status: 502 },
    ],
    [
      'returns 502 for an answer that is not JSON',
      (_, response) => response.end('<html>'),
      { status: 502 },
    ],
    [
      'does not follow a redirect',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      { status: 502 },
    ],
    [
      'returns 502 for a reset connection',
      (request) => request.socket.resetAndDestroy(),
      { status: 502, message: FAILED },
    ],
    [
      'returns 502 for a truncated answer',
      (_, response) => {
        response.write('{"path":');
        setImmediate(() => response.destroy());
      },
      { status: 502 },
    ],
    ['returns 504 on timeout', () => {}, { status: 504, message: SLOW }],
    [
      'returns 504 if the answer is incomplete at the timeout',
      (_, response) => void response.write('{"path":'),
      { status: 504, message: SLOW },
    ],
  ])('%s', async (_, listener, error) => {
    answer = listener;
    const timeoutMs = 'message' in error && error.message === SLOW ? 300 : undefined;
    await expect(get('a', timeoutMs)).rejects.toMatchObject(error);
  });

  it('returns 502 if the service is unavailable', async () => {
    const unreachable = createServiceClient({
      service: 'catalog',
      baseUrl: 'http://127.0.0.1:9',
      sign: () => '',
    });
    await expect(unreachable.call(route, { params: { id: 'a' } })).rejects.toMatchObject({
      status: 502,
      message: FAILED,
    });
  });
});
