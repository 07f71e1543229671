import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { requestText, sendRaw, statusOf } from './raw-request.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

let upstream: UpstreamServer;
let gateway: Gateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(environmentOf(upstream.url));
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer((response) => json(response, 200, { ok: true }));
});

const forwarded = Object.entries(PUBLIC_ROUTES)
  .filter(([name]) => name !== 'gateway')
  .flatMap(([, routes]) => routes.map((route) => ({ method: route.method, path: route.path })));

describe('route table', () => {
  it.each(forwarded)('forwards $method $path unchanged', async ({ method, path }) => {
    const target = `${path.replace(/:\w+/g, 'some-id')}?a=1&a=%20b`;
    const body = method === 'GET' ? {} : { raw: '{"x":1}' };
    const answer = await call(gateway.url + target, { method, ...body });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(upstream.seen).toHaveLength(1);
    expect(upstream.seen[0]).toMatchObject({ method, url: target });
    expect(upstream.seen[0]?.body.toString()).toBe(body.raw ?? '');
  });

  it('returns 404 in JSON for an unknown path under /api without calling a service', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/auth', '/api/auth/login/']) {
      const answer = await call(gateway.url + path, { headers: { 'x-request-id': 'caller-0001' } });
      expect(answer.status, path).toBe(404);
      expect(answer.body).toEqual({ error: 'Not found.', requestId: 'caller-0001' });
    }
    expect(upstream.seen).toEqual([]);
  });

  it('returns 405 with the allowed methods for a known path with another method', async () => {
    const answer = await call(`${gateway.url}/api/auth/login`, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 405, body: { error: 'This cannot be done here.' } });
    expect(answer.headers.get('allow')).toBe('POST');
    expect(upstream.seen).toEqual([]);
  });

  it.each(['/internal/products', '/internal/events', '/metrics', '/api/../internal/products'])(
    'P-7.3 never reaches %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const status = statusOf(await sendRaw(gateway.url, requestText(method, path)));
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
      expect(upstream.seen).toEqual([]);
    },
  );
});

describe('P-7.3 ambiguous paths', () => {
  it.each([
    '/api/%2e%2e/internal/products',
    '/api/auth/%2E%2E/%2e%2e/internal/products',
    '/api/hunt/data/..%2f..%2f..%2finternal%2fproducts',
    '/api/hunt/data/../../../internal/products',
    '/api/hunt/data/./x',
    '/api/hunt/data/%252e%252e',
    '/api/hunt/data/..\\..\\internal',
    '/api/hunt/data/%5c..%5c',
    '/api/hunt/data/x%00',
    '/api/hunt/data/%zz',
    '//internal/products',
    '/api//auth/login',
    'http://cairn.test/internal/products',
    'http://127.0.0.1:1/api/products',
    'internal/products',
    '*',
    '/api/hunt/data/\u00ff',
    '/api/auth/verify?q=\u00ff',
  ])('refuses %s', async (target) => {
    const bytes = Buffer.from(requestText('GET', target), 'latin1');
    const status = statusOf(await sendRaw(gateway.url, bytes));
    expect([400, 404]).toContain(status);
    expect(upstream.seen).toEqual([]);
  });

  it('forwards an encoded name as one segment', async () => {
    const answer = await call(`${gateway.url}/api/hunt/data/caf%C3%A9%3Fx`);
    expect(answer.status).toBe(200);
    expect(upstream.seen[0]?.url).toBe('/api/hunt/data/caf%C3%A9%3Fx');
  });
});

describe('P-7.3 protocol attacks', () => {
  it('refuses a protocol upgrade', async () => {
    const headers = ['upgrade: websocket', 'sec-websocket-version: 13'];
    const text = requestText('GET', '/api/auth/verify', headers).replace(
      'connection: close',
      'connection: upgrade, close',
    );
    expect(statusOf(await sendRaw(gateway.url, text))).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('refuses Content-Length together with Transfer-Encoding', async () => {
    const headers = ['content-length: 4', 'transfer-encoding: chunked'];
    const text = `${requestText('POST', '/api/auth/login', headers)}0\r\n\r\n`;
    expect(statusOf(await sendRaw(gateway.url, text))).toBe(400);
    expect(upstream.seen).toEqual([]);
  });

  it('refuses 64 kB of headers', async () => {
    const text = requestText('GET', '/api/auth/verify', [`x-large: ${'a'.repeat(64_000)}`]);
    expect(statusOf(await sendRaw(gateway.url, text))).toBe(431);
    expect(upstream.seen).toEqual([]);
  });

  it('refuses CONNECT and TRACE', async () => {
    expect(await sendRaw(gateway.url, requestText('CONNECT', '127.0.0.1:1'))).not.toMatch(/ 200 /);
    expect(statusOf(await sendRaw(gateway.url, requestText('TRACE', '/api/auth/verify')))).toBe(
      405,
    );
  });
});

describe('P-7.3 headers', () => {
  it('replaces forged identity and address headers of a client', async () => {
    await call(`${gateway.url}/api/auth/verify`, {
      headers: {
        authorization: 'Bearer x',
        'user-agent': 'Test',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.test',
        'x-forwarded-proto': 'https',
        'x-real-ip': '6.6.6.6',
        forwarded: 'for=6.6.6.6',
        'x-internal-token': 'guess',
        'x-internal-user': '1',
        'x-user-id': '1',
        'x-original-url': '/internal',
        cookie: 'a=b',
        te: 'trailers',
        'proxy-authorization': 'Basic x',
        'x-request-id': 'request-0001',
        traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
      },
    });
    const { headers } = upstream.seen[0] ?? {};
    expect(headers).toEqual({
      accept: '*/*',
      'accept-language': '*',
      authorization: 'Bearer x',
      'user-agent': 'Test',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(gateway.url).host,
      'x-forwarded-proto': 'http',
      'x-request-id': 'request-0001',
      traceparent: expect.stringMatching(
        /^00-0123456789abcdef0123456789abcdef-(?!0123456789abcdef)/,
      ),
      host: new URL(upstream.url).host,
      connection: 'keep-alive',
    });
  });

  it('adds ids to every response and drops hop-by-hop headers', async () => {
    upstream.answer((response) => {
      response.setHeader('x-powered-by', 'secret');
      response.setHeader('keep-alive', 'timeout=1');
      response.setHeader('x-request-id', 'other');
      response.setHeader('etag', '"1"');
      json(response, 418, { error: 'tea' });
    });
    const { status, headers } = await call(`${gateway.url}/api/auth/verify`);
    expect(status).toBe(418);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBe('"1"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('reads the client address through the trusted proxies only', async () => {
    const behindOne = await startGateway({ ...environmentOf(upstream.url), TRUSTED_PROXIES: '1' });
    try {
      const ask = async (forwardedFor: string) => {
        await call(`${behindOne.url}/api/auth/verify`, {
          headers: { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'https' },
        });
        return upstream.seen.at(-1)?.headers;
      };
      expect(await ask('6.6.6.6, 10.1.2.3')).toMatchObject({
        'x-forwarded-for': '10.1.2.3',
        'x-forwarded-proto': 'https',
      });
      expect(await ask('::ffff:10.1.2.4')).toMatchObject({ 'x-forwarded-for': '10.1.2.4' });
      expect(await ask('invalid')).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
    } finally {
      await behindOne.stop();
    }
  });

  it('in production responds to its own host name only, except for health checks', async () => {
    const production = await startGateway({
      ...environmentOf(upstream.url),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://cairn.example',
    });
    try {
      const ask = async (host: string, path: string) =>
        statusOf(
          await sendRaw(
            production.url,
            `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
          ),
        );
      expect(await ask('cairn.example', '/api/auth/verify')).toBe(200);
      expect(await ask('Cairn.Example', '/api/config')).toBe(200);
      expect(await ask('evil.example', '/api/auth/verify')).toBe(421);
      expect(await ask('cairn.example.evil.example', '/')).toBe(421);
      expect(await ask('10.0.0.1', '/healthz')).toBe(200);
    } finally {
      await production.stop();
    }
  });
});

describe('bodies', () => {
  const webhook = () => `${gateway.url}/api/webhooks/stripe`;

  it('P-7.1 forwards webhook bytes unchanged: spacing, Unicode, invalid UTF-8, 1 MB', async () => {
    const odd = '{ "a" :1,\r\n\t"é":"☃\u2028 \\u00e9",  "a": 2.0 }\n\n';
    const large = Buffer.concat([Buffer.from(odd), Buffer.alloc(1_000_000, 'ü')]);
    const broken = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x80, 0x7d]);
    for (const bytes of [Buffer.from(odd), large, broken]) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=ab' };
      expect((await call(webhook(), { raw: bytes, headers })).status).toBe(200);
      const arrived = upstream.seen.at(-1);
      expect(arrived?.body.equals(bytes)).toBe(true);
      expect(arrived?.headers).toMatchObject({
        'stripe-signature': 't=1,v1=ab',
        'content-length': String(bytes.length),
      });
    }
  });

  it('forwards a chunked body as one body with the same bytes', async () => {
    const text = requestText('POST', '/api/webhooks/stripe', ['transfer-encoding: chunked']);
    const answer = await sendRaw(gateway.url, `${text}3\r\n{ \t\r\n2\r\n }\r\n0\r\n\r\n`);
    expect(statusOf(answer)).toBe(200);
    expect(upstream.seen[0]?.body.toString()).toBe('{ \t }');
  });

  it('P-7.6 refuses a too large body by Content-Length and by counted bytes', async () => {
    for (const [path, bytes] of [
      ['/api/auth/login', 200_001],
      ['/api/admin/send-email', 1_000_001],
      ['/api/webhooks/stripe', 2_000_001],
    ] as const) {
      const raw = Buffer.alloc(bytes, 'a');
      const answer = await call(gateway.url + path, { raw });
      expect(answer).toMatchObject({ status: 413, body: { error: 'That is too large.' } });
      const chunked = requestText('POST', path, ['transfer-encoding: chunked']);
      const text = `${chunked}${bytes.toString(16)}\r\n${raw}\r\n0\r\n\r\n`;
      expect(statusOf(await sendRaw(gateway.url, text))).toBe(413);
    }
    expect(upstream.seen).toEqual([]);
    expect((await call(webhook(), { raw: Buffer.alloc(2_000_000) })).status).toBe(200);
  });

  it('refuses a compressed body, whose size is unknown', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const answer = await call(`${gateway.url}/api/auth/login`, { raw: 'x', headers });
    expect(answer.status).toBe(415);
  });

  it('P-7.6 no body causes a 5xx on any route', async () => {
    const bodies = ['', '{', '[]', 'null', '"\u0000"', Buffer.from([0xff, 0x00])];
    const types = ['application/json', 'text/plain', 'multipart/form-data', 'x'];
    for (const { method, path } of forwarded.filter((route) => route.method !== 'GET')) {
      const calls = bodies.flatMap((raw) =>
        types.map((type) =>
          call(gateway.url + path, { method, raw, headers: { 'content-type': type } }),
        ),
      );
      for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(500);
    }
  });
});
