import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { call, startApp } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ConflictError } from '../errors.ts';
import { app, failing, log, seen } from './sample-app.ts';

const running = await startApp(app);
afterAll(() => running.stop());
beforeEach(() => {
  seen.length = 0;
});

const post = (
  raw: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => call(`${running.url}/things`, { method: 'POST', raw, headers });

/** Sends a raw request that fetch would refuse to send; returns the status of the answer. */
async function rawStatus(request: string): Promise<number> {
  const { port } = new URL(running.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(request);
  return Number((await text(socket)).split(' ')[1]);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const INVALID_REQUESTS: [string, string | Buffer, Record<string, string>][] = [
  ['malformed JSON', '{"name":', JSON_TYPE],
  ['no body', '', JSON_TYPE],
  ['an array', '[]', JSON_TYPE],
  ['a number', '7', JSON_TYPE],
  ['null', 'null', JSON_TYPE],
  ['a text', '"x"', JSON_TYPE],
  ['a wrong type of a field', '{"name":{"toString":"x"}}', JSON_TYPE],
  ['a NUL', '{"name":"a\\u0000b"}', JSON_TYPE],
  ['a NUL in an unused field', '{"name":"a","extra":{"x":["\\u0000"]}}', JSON_TYPE],
  ['a lone surrogate', '{"name":"\\ud800"}', JSON_TYPE],
  [
    'very deep nesting',
    `{"name":"a","extra":${'['.repeat(40_000)}${']'.repeat(40_000)}}`,
    JSON_TYPE,
  ],
  ['bytes that are neither UTF-8 nor JSON', Buffer.from([0xff, 0xfe, 0x00]), JSON_TYPE],
  ['plain text', '{"name":"a"}', { 'content-type': 'text/plain' }],
  ['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no content type', Buffer.from('{"name":"a"}'), {}],
  ['an invalid content type', '{"name":"a"}', { 'content-type': ';;;=/json' }],
  ['an unknown charset', '{"name":"a"}', { 'content-type': 'application/json; charset=klingon' }],
  ['an unknown encoding', '{"name":"a"}', { ...JSON_TYPE, 'content-encoding': 'klingon' }],
  ['invalid gzip', '{"name":"a"}', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
];

describe('P-7.6 route', () => {
  it.each(INVALID_REQUESTS)('answers 400 and JSON to %s', async (_, raw, headers) => {
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

  it.each(['[]', '[{"name":"a"}]', '7', '"x"', 'null'])(
    "refuses %s with its own text instead of the parser's",
    async (raw) => {
      const { body } = await post(raw);
      expect(body).toEqual({
        error: 'The request could not be read.',
        requestId: expect.any(String),
      });
    },
  );

  it('answers 413 to a body above the size limit', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(110_000) }))).status).toBe(413);
  });

  it('accepts ten thousand addresses from staff only', async () => {
    const json = { name: 'a', extra: 'someone@example.com,'.repeat(10_000) };
    const staff = tokenFor({ userId: randomUUID(), isAdmin: true });
    const user = tokenFor({ userId: randomUUID() });
    expect((await call(`${running.url}/staff`, { json, token: staff })).status).toBe(200);
    expect((await call(`${running.url}/staff`, { json, token: user })).status).toBe(403);
    expect((await call(`${running.url}/own`, { json, token: user })).status).toBe(413);
  });

  it('treats prototype property names as ordinary keys', async () => {
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

  it("names the invalid field with the contract's text", async () => {
    const { body } = await post('{"name":""}');
    expect(body).toMatchObject({ error: 'Name is required', fields: { name: 'Name is required' } });
  });

  it.each([
    undefined,
    null,
    'text',
    new Error('no'),
    Object.assign(new Error('provider'), { status: 401 }),
  ])('answers 500 without details if a handler throws %s', async (thrown) => {
    failing.with = thrown;
    const before = log.named('request.crashed').length;
    const { status, body } = await call(`${running.url}/fail`, { json: {} });
    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'Something went wrong. Please try again.',
      requestId: expect.any(String),
    });
    expect(log.named('request.crashed').length).toBe(before + 1);
  });

  it.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), {
      code: '57P01',
    }),
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    Object.assign(new Error('connection failure'), { code: '08006' }),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated due to connection timeout'),
    new Error('Query read timeout'),
  ])('answers 503 while the database is unavailable: %s', async (thrown) => {
    failing.with = thrown;
    const count = (name: string) => log.named(name).length;
    const before = {
      crashed: count('request.crashed'),
      away: count('request.database_unavailable'),
    };
    const { status, body, headers } = await call(`${running.url}/fail`, { json: {} });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body).toEqual({
      error: 'This is not possible for a moment. Please try again.',
      requestId: expect.any(String),
    });
    expect(count('request.crashed')).toBe(before.crashed);
    expect(count('request.database_unavailable')).toBe(before.away + 1);
    expect(log.named('request.database_unavailable').at(-1)).toMatchObject({
      level: 'warn',
      err: { message: thrown.message },
    });
  });

  it.each(['23505', '42601', '57014'])(
    'answers 500 if the database refuses a statement with %s',
    async (code) => {
      failing.with = Object.assign(new Error('refused'), { code });
      expect((await call(`${running.url}/fail`, { json: {} })).status).toBe(500);
    },
  );

  it('answers an AppError with its status and text', async () => {
    failing.with = new ConflictError('Already there.');
    const { status, body } = await call(`${running.url}/fail`, { json: {} });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: 'Already there.' });
  });

  it('aborts an answer that fails midway', async () => {
    const half = fetch(`${running.url}/half`).then((response) => response.text());
    await expect(half).rejects.toThrow();
    expect(log.named('request.crashed').at(-1)).toMatchObject({
      err: { message: 'in the middle' },
    });
  });
});
