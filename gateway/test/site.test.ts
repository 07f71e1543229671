import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { requestText, sendRaw, statusOf } from './raw-request.ts';
import { startUpstream, type UpstreamServer } from './upstream-server.ts';

const SCRIPT = `export const script = '${'a'.repeat(2_000)}';`;

let upstream: UpstreamServer;
let gateway: Gateway;
let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'cairn-dist-'));
  await mkdir(join(dist, 'assets'));
  const files: Record<string, string | Buffer> = {
    'index.html': '<!doctype html><title>Cairn</title>',
    'about.html': '<!doctype html><title>About</title>',
    'favicon.svg': '<svg/>',
    'assets/app-1a2b.js': SCRIPT,
    'assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
    'assets/app-1a2b.js.gz': gzipSync(SCRIPT),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);
  upstream = await startUpstream();
  gateway = await startGateway({ ...environmentOf(upstream.url), WEB_DIST: dist });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
  await rm(dist, { recursive: true, force: true });
});

async function withGateway(
  changes: Record<string, string>,
  work: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  const other = await startGateway({ ...environmentOf(upstream.url), WEB_DIST: dist, ...changes });
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

function policyOf(headers: Headers): Record<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('security headers', () => {
  it('P-7.4 allow no script but our own and Stripe’s, and no frame around us', async () => {
    for (const path of ['/', '/about', '/nothing-here', '/api/config', '/api/nothing']) {
      const { headers } = await call(gateway.url + path);
      expect(policyOf(headers)).toEqual({
        'default-src': "'self'",
        'script-src': "'self' https://js.stripe.com",
        'script-src-attr': "'none'",
        'style-src': "'self' 'unsafe-inline'",
        'img-src': "'self' data: https://*.tiles.example",
        'font-src': "'self'",
        'connect-src': "'self' https://api.stripe.com",
        'frame-src': 'https://js.stripe.com https://hooks.stripe.com',
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      });
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  it('hold the browser to https where the site has it', async () => {
    await withGateway({ PUBLIC_URL: 'https://cairn.example' }, async ({ url }) => {
      const { headers } = await call(`${url}/`);
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
      expect(policyOf(headers)).toHaveProperty('upgrade-insecure-requests');
    });
  });
});

describe('GET /api/config', () => {
  it('says what the browser must know', async () => {
    const { body } = await call(`${gateway.url}/api/config`);
    expect(body).toEqual({
      stripePublishableKey: 'pk_test_1',
      stripeScriptUrl: null,
      mapTileUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      mapAttribution: 'Maps',
      sandbox: false,
    });
  });

  it('refuses to begin with a sandbox in production', () => {
    const environment = { ...environmentOf(upstream.url), SANDBOX_URL: upstream.url };
    expect(() => loadConfig({ ...environment, NODE_ENV: 'production' })).toThrow('SANDBOX_URL');
  });
});

it('GET /api/openapi.json is the contract', async () => {
  const { body, headers } = await call(`${gateway.url}/api/openapi.json`);
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/auth/login': { post: {} }, '/api/hunt/data/{handle}': { get: {} } },
  });
  expect(headers.get('etag')).toBeTruthy();
});

describe('the sandbox', () => {
  it('is not there unless it is configured', async () => {
    expect((await call(`${gateway.url}/sandbox/stripe.js`)).status).toBe(404);
    expect(upstream.seen).toEqual([]);
  });

  it('is reached under its own folder, with its own frames', async () => {
    const changes = { SANDBOX_URL: upstream.url, STRIPE_SCRIPT_URL: '/sandbox/stripe.js' };
    await withGateway(changes, async ({ url }) => {
      const answer = await call(`${url}/sandbox/messages?to=a%40b.c`);
      expect(upstream.seen.at(-1)).toMatchObject({ method: 'GET', url: '/messages?to=a%40b.c' });
      expect(policyOf(answer.headers)).toMatchObject({
        'frame-ancestors': "'self'",
        'frame-src': "'self' https://js.stripe.com https://hooks.stripe.com",
      });
      await call(`${url}/sandbox/faults`, { method: 'PUT', json: { hang: true } });
      expect(upstream.seen.at(-1)).toMatchObject({ method: 'PUT', url: '/faults' });
      expect(upstream.seen.at(-1)?.body.toString()).toBe('{"hang":true}');
      await call(`${url}/sandbox/`);
      expect(upstream.seen.at(-1)?.url).toBe('/');
      const bare = await call(`${url}/sandbox`);
      expect([bare.status, bare.headers.get('location')]).toEqual([302, '/sandbox/']);
      expect((await call(`${url}/api/config`)).body).toMatchObject({
        stripeScriptUrl: '/sandbox/stripe.js',
        sandbox: true,
      });
    });
  });
});

describe('the web app', () => {
  it.each([
    '/',
    '/hunts',
    '/hunt/vt-troll-hunt',
    '/admin/user/1',
    '/verify-email?token=a.b',
    '/login/',
  ])('has a page at %s', async (path) => {
    const { status, body, headers } = await call(gateway.url + path);
    expect(status).toBe(200);
    expect(body).toBe('<!doctype html><title>Cairn</title>');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('prefers a page that was rendered at build', async () => {
    expect((await call(`${gateway.url}/about`)).body).toContain('<title>About</title>');
  });

  it('shows its not-found page with 404 elsewhere, and JSON to who wants no page', async () => {
    for (const path of ['/nothing', '/hunt/a/b', '/admin/user', '/hunt/']) {
      const page = await call(gateway.url + path, { headers: { accept: 'text/html' } });
      expect([page.status, page.body]).toEqual([404, '<!doctype html><title>Cairn</title>']);
    }
    const data = await call(`${gateway.url}/nothing`, { headers: { accept: 'application/json' } });
    expect(data).toMatchObject({ status: 404, body: { error: 'Not found.' } });
    expect((await call(`${gateway.url}/missing.js`)).status).toBe(404);
    expect((await call(`${gateway.url}/hunts`, { method: 'POST' })).status).toBe(404);
  });

  it('lets files with their hash in the name be kept for ever', async () => {
    const { headers, body } = await call(`${gateway.url}/assets/app-1a2b.js`, {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('vary')).toBe('accept-encoding');
    expect(body).toBe(SCRIPT);
    expect((await call(`${gateway.url}/favicon.svg`)).headers.get('cache-control')).toBe(
      'no-cache',
    );
  });

  it('sends the smallest form that the browser takes', async () => {
    for (const [accepted, used] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const { headers, body } = await call(`${gateway.url}/assets/app-1a2b.js`, {
        headers: { 'accept-encoding': accepted },
      });
      expect(headers.get('content-encoding')).toBe(used);
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(body).toBe(SCRIPT);
    }
  });

  it('answers HEAD, and 304 to who has the page', async () => {
    const head = await call(`${gateway.url}/`, { method: 'HEAD' });
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', '35']);
    const headers = { 'if-none-match': head.headers.get('etag') ?? '' };
    const again = await fetch(`${gateway.url}/hunts`, { headers });
    expect(again.status).toBe(304);
  });

  it('gives away no file outside its folder', async () => {
    for (const path of ['/../package.json', '/assets/..%2f..%2fetc/passwd', '/%2e%2e/etc/passwd']) {
      expect(statusOf(await sendRaw(gateway.url, requestText('GET', path)))).toBe(400);
    }
  });

  it('says so where it is not built', async () => {
    await withGateway({ WEB_DIST: '/nowhere' }, async ({ url }) => {
      const answer = await call(`${url}/`);
      expect(answer).toMatchObject({
        status: 503,
        body: { error: 'The web app is not built yet.' },
      });
    });
  });
});
