import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { defineRoute } from '@cairn/contracts/http/route.ts';
import { id } from '@cairn/contracts/ids.ts';
import { call, startApp } from '@cairn/testing/http.ts';
import { testKeys, tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServiceApp } from '../app.ts';
import { ConflictError } from '../errors.ts';
import { createAuthenticator } from '../identity.ts';
import { createMetrics } from '../metrics.ts';
import { createRoutes, Reply } from '../routes.ts';
import { currentTrace } from '../tracing.ts';
import { captureLog } from './captured-log.ts';

const answer = z.unknown();
const thing = z.object({
  name: z.string('Name is required').min(1, 'Name is required'),
  extra: z.unknown().optional(),
});
const openRoute = defineRoute({
  method: 'POST',
  path: '/things',
  access: 'anyone',
  summary: '',
  body: thing,
  answer,
  status: 201,
});
const findRoute = defineRoute({
  method: 'GET',
  path: '/things/:id',
  access: 'anyone',
  summary: '',
  params: z.object({ id }),
  query: z.object({ page: z.coerce.number().int().default(1) }),
  answer,
});
const failRoute = defineRoute({
  method: 'POST',
  path: '/fail',
  access: 'anyone',
  summary: '',
  answer,
});
const ownRoute = defineRoute({
  method: 'POST',
  path: '/own',
  access: 'user',
  summary: '',
  body: thing,
  answer,
});
const staffRoute = defineRoute({
  method: 'GET',
  path: '/staff',
  access: 'admin',
  summary: '',
  answer,
});
const innerRoute = defineRoute({
  method: 'POST',
  path: '/internal/things',
  access: 'internal',
  summary: '',
  body: thing,
  answer,
});

const log = captureLog();
const routes = createRoutes({
  authenticate: createAuthenticator(testKeys.JWT_PUBLIC_KEYS),
  internalSecret: testKeys.INTERNAL_SECRET,
});
const seen: unknown[] = [];
let failure: unknown;
routes.add(openRoute, async ({ body }) => {
  seen.push(body);
  return { requestId: currentTrace()?.requestId };
});
routes.add(findRoute, async ({ params, query }) => ({ ...params, ...query }));
routes.add(failRoute, async () => {
  throw failure;
});
routes.add(ownRoute, async ({ identity }) => identity);
routes.add(staffRoute, async ({ identity }) => new Reply(202, identity));
routes.add(innerRoute, async ({ body }) => ({ length: String(body.extra).length }));
// What a handler that streams may do.
routes.router.get('/half', (_request, response) => {
  response.write('half');
  throw new Error('in the middle');
});
const app = createServiceApp({
  logger: log.logger,
  metrics: createMetrics('test'),
  health: { required: {} },
  routers: [routes.router],
});
const running = await startApp(app);
afterAll(() => running.stop());
beforeEach(() => {
  seen.length = 0;
});

const post = (
  raw: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => call(`${running.url}/things`, { method: 'POST', raw, headers });

/** A request as fetch would not send it; the status of the answer. */
async function rawStatus(request: string): Promise<number> {
  const { port } = new URL(running.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(request);
  return Number((await text(socket)).split(' ')[1]);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const NONSENSE: [string, string | Buffer, Record<string, string>][] = [
  ['malformed JSON', '{"name":', JSON_TYPE],
  ['no body', '', JSON_TYPE],
  ['an array', '[]', JSON_TYPE],
  ['a number', '7', JSON_TYPE],
  ['null', 'null', JSON_TYPE],
  ['a text', '"x"', JSON_TYPE],
  ['a wrong type of a field', '{"name":{"toString":"x"}}', JSON_TYPE],
  ['a NUL', '{"name":"a\\u0000b"}', JSON_TYPE],
  ['a NUL in a part that nobody looks at', '{"name":"a","extra":{"x":["\\u0000"]}}', JSON_TYPE],
  ['half a surrogate pair', '{"name":"\\ud800"}', JSON_TYPE],
  [
    'bottomless nesting',
    `{"name":"a","extra":${'['.repeat(40_000)}${']'.repeat(40_000)}}`,
    JSON_TYPE,
  ],
  ['bytes that are no UTF-8 within no JSON', Buffer.from([0xff, 0xfe, 0x00]), JSON_TYPE],
  ['plain text', '{"name":"a"}', { 'content-type': 'text/plain' }],
  ['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no content type', Buffer.from('{"name":"a"}'), {}],
  ['a content type of nonsense', '{"name":"a"}', { 'content-type': ';;;=/json' }],
  [
    'a charset of nonsense',
    '{"name":"a"}',
    { 'content-type': 'application/json; charset=klingon' },
  ],
  ['an encoding of nonsense', '{"name":"a"}', { ...JSON_TYPE, 'content-encoding': 'klingon' }],
  ['gzip that is none', '{"name":"a"}', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
];

describe('P-7.6 a route', () => {
  it.each(NONSENSE)('answers 400 and JSON to %s', async (_, raw, headers) => {
    const { status, body } = await post(raw, headers);
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        error: expect.any(String),
        requestId: expect.any(String),
        ...((body as { fields?: object }).fields && { fields: expect.any(Object) }),
      },
    });
    expect(seen).toEqual([]);
  });

  it('answers 413 to what is too large', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(110_000) }))).status).toBe(413);
  });

  it('takes prototype keys for what they are: keys', async () => {
    const { status } = await post(
      '{"name":"a","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"extra":{"__proto__":1}}',
    );
    expect(status).toBe(201);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(seen[0]).not.toHaveProperty('isAdmin');
    expect((await post('{"__proto__":{"name":"a"}}')).status).toBe(400);
    expect(
      (await call(`${running.url}/things/x?__proto__=1&constructor=2&hasOwnProperty=3`)).status,
    ).toBe(200);
  });

  it.each([
    ['/things/%E0%A4%A', 400],
    ['/things/%', 400],
    ['/things/a%00b', 400],
    [`/things/${'x'.repeat(65)}`, 400],
    ['/things/a?page=x', 400],
    ['/things/a?page=1&page=2', 400],
    ['/things/a?page=%00', 400],
    ['/things/a?page[a]=1', 200],
    ['/things/%F0%9F%98%80', 200],
    ['/things', 404],
    ['//things/a', 404],
    ['/__proto__', 404],
  ])('answers GET %s with %i', async (path, status) => {
    const found = await rawStatus(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(found).toBe(status);
  });

  it.each([
    ['HEAD /things/a', 200],
    ['OPTIONS /things/a', 200],
    ['OPTIONS *', 404],
    ['PUT /things/a', 404],
    ['TRACE /things/a', 404],
    ['PROPFIND /things/a', 404],
  ])('answers %s with %i', async (start, status) => {
    expect(await rawStatus(`${start} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toBe(
      status,
    );
  });

  it('says which field is wrong, in the words of the contract', async () => {
    const { body } = await post('{"name":""}');
    expect(body).toMatchObject({ error: 'Name is required', fields: { name: 'Name is required' } });
  });

  it.each([
    undefined,
    null,
    'text',
    new Error('no'),
    Object.assign(new Error('provider'), { status: 401 }),
  ])('answers 500 and tells nothing where a handler throws %s', async (thrown) => {
    failure = thrown;
    const before = log.named('request.crashed').length;
    const { status, body } = await call(`${running.url}/fail`, { json: {} });
    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'Something went wrong. Please try again.',
      requestId: expect.any(String),
    });
    expect(log.named('request.crashed').length).toBe(before + 1);
  });

  it('answers an AppError as it says', async () => {
    failure = new ConflictError('Already there.');
    const { status, body } = await call(`${running.url}/fail`, { json: {} });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: 'Already there.' });
  });

  it('cuts an answer that fails in its middle', async () => {
    const half = fetch(`${running.url}/half`).then((response) => response.text());
    await expect(half).rejects.toThrow();
    expect(log.named('request.crashed').at(-1)).toMatchObject({
      err: { message: 'in the middle' },
    });
  });
});

describe('who may call', () => {
  const user = tokenFor({ userId: 'user-1' });
  const admin = tokenFor({ userId: 'admin-1', isAdmin: true });

  it('is decided before a byte of the body is read', async () => {
    const raw = '{"name":';
    expect((await call(`${running.url}/own`, { raw, headers: JSON_TYPE })).status).toBe(401);
    expect((await call(`${running.url}/internal/things`, { raw, headers: JSON_TYPE })).status).toBe(
      403,
    );
  });

  it.each([
    ['/own', {}, 401],
    ['/own', { token: user }, 200],
    ['/staff', {}, 401],
    ['/staff', { token: user }, 403],
    ['/staff', { token: admin }, 202],
    ['/internal/things', {}, 403],
    ['/internal/things', { token: admin }, 403],
    ['/internal/things', { headers: { 'x-internal-secret': 'guess' } }, 403],
    ['/internal/things', { headers: { 'x-internal-secret': '' } }, 403],
    ['/internal/things', { isInternal: true }, 200],
  ])('%s with %o is %i', async (path, options, status) => {
    const body = path === '/staff' ? {} : { json: { name: 'a' } };
    expect((await call(`${running.url}${path}`, { ...options, ...body })).status).toBe(status);
  });

  it('takes whole events from our own processes, and no more', async () => {
    const send = (length: number) =>
      call(`${running.url}/internal/things`, {
        isInternal: true,
        json: { name: 'a', extra: 'x'.repeat(length) },
      });
    expect((await send(900_000)).body).toEqual({ length: 900_000 });
    expect((await send(1_100_000)).status).toBe(413);
  });
});

describe('the ids of a request', () => {
  it("are the caller's where they are sane, and reach handler, answer and log", async () => {
    const headers = {
      ...JSON_TYPE,
      'x-request-id': 'caller-12345',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const answered = await call(`${running.url}/things?token=hush`, {
      raw: '{"name":"a"}',
      headers,
    });
    expect(answered.headers.get('x-request-id')).toBe('caller-12345');
    expect(answered.headers.get('traceparent')).toMatch(
      new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-01$`),
    );
    expect(answered.body).toEqual({ requestId: 'caller-12345' });
    const line = log
      .named('request.answered')
      .find((entry) => entry['requestId'] === 'caller-12345');
    expect(line).toMatchObject({
      traceId: 'a'.repeat(32),
      req: { method: 'POST', path: '/things' },
      res: { status: 201 },
    });
    expect(JSON.stringify(log.lines())).not.toContain('hush');
  });

  it.each(['short', 'x'.repeat(65), 'with space 123', '<script>alert'])(
    'are new where the caller sends %s',
    async (given) => {
      const { headers } = await call(`${running.url}/healthz`, {
        headers: { 'x-request-id': given },
      });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});
