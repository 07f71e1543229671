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

/** A page as built, with a placeholder for the origin. */
function pageOf(path: string, title: string): string {
  const link = `<link rel="canonical" href="https://origin.invalid${path}"/>`;
  return `<!doctype html><title>${title}</title>${link}<p>${'wide '.repeat(100)}</p>`;
}

function canonicalOf(html: unknown): string | undefined {
  return /rel="canonical" href="([^"]*)"/.exec(String(html))?.[1];
}

let upstream: UpstreamServer;
let gateway: Gateway;
let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'cairn-dist-'));
  await mkdir(join(dist, 'assets'));
  const files: Record<string, string | Buffer> = {
    'index.html': pageOf('/', 'Cairn'),
    'about.html': pageOf('/about', 'About'),
    'login.html': pageOf('/login', 'Login'),
    'hunt.html': pageOf('/hunt/-handle-', 'Hunt'),
    '404.html': pageOf('/-path-', 'Page Not Found'),
    'pages.json': JSON.stringify([
      { pattern: '/', path: '/', file: 'index.html', isListed: true },
      { pattern: '/about', path: '/about', file: 'about.html', isListed: true },
      { pattern: '/login', path: '/login', file: 'login.html', isListed: false },
      { pattern: '/hunt/:handle', path: '/hunt/-handle-', file: 'hunt.html', isListed: false },
      { pattern: '*', path: '/-path-', file: '404.html', isListed: false },
    ]),
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
  changes: Record<string, string | undefined>,
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
  it('P-7.4 allow only own scripts and Stripe’s, and no framing', async () => {
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

  it('include HSTS if the site uses https', async () => {
    await withGateway({ PUBLIC_URL: 'https://cairn.example' }, async ({ url }) => {
      const { headers } = await call(`${url}/`);
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
      expect(policyOf(headers)).toHaveProperty('upgrade-insecure-requests');
    });
  });
});

describe('GET /api/config', () => {
  it('returns the runtime configuration', async () => {
    const { body } = await call(`${gateway.url}/api/config`);
    expect(body).toEqual({
      stripePublishableKey: 'pk_test_1',
      stripeScriptUrl: null,
      mapTileUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      mapTileUrlDark: null,
      mapAttribution: 'Maps',
      sandbox: false,
    });
  });

  it('uses a public tile service with its attribution by default, and the policy allows it', async () => {
    await withGateway({ MAP_TILE_URL: undefined, MAP_ATTRIBUTION: undefined }, async ({ url }) => {
      const { body, headers } = await call(`${url}/api/config`);
      expect(body).toMatchObject({
        mapTileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        mapAttribution: expect.stringContaining('OpenStreetMap</a> contributors'),
      });
      expect(policyOf(headers)['img-src']).toContain('https://tile.openstreetmap.org');
    });
    const own = { MAP_TILE_URL: 'https://a.example/{z}/{x}/{y}.png', MAP_ATTRIBUTION: undefined };
    const dark = { MAP_TILE_URL_DARK: 'https://b.example/{z}/{x}/{y}.png' };
    await withGateway({ ...own, ...dark }, async ({ url }) => {
      const { body, headers } = await call(`${url}/api/config`);
      expect(body).toMatchObject({ mapTileUrlDark: dark.MAP_TILE_URL_DARK, mapAttribution: '' });
      expect(policyOf(headers)['img-src']).toMatch(/https:\/\/a\.example https:\/\/b\.example/);
    });
  });

  it('fails to start with a sandbox in production', () => {
    const environment = { ...environmentOf(upstream.url), SANDBOX_URL: upstream.url };
    expect(() => loadConfig({ ...environment, NODE_ENV: 'production' })).toThrow('SANDBOX_URL');
  });
});

it('GET /api/openapi.json returns the contract', async () => {
  const { body, headers } = await call(`${gateway.url}/api/openapi.json`);
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/auth/login': { post: {} }, '/api/hunt/data/{handle}': { get: {} } },
  });
  expect(headers.get('etag')).toBeTruthy();
});

describe('sandbox', () => {
  it('is not served unless configured', async () => {
    expect((await call(`${gateway.url}/sandbox/stripe.js`)).status).toBe(404);
    expect(upstream.seen).toEqual([]);
  });

  it('is served under /sandbox/ and may frame its own pages', async () => {
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

describe('web app', () => {
  it.each([
    ['/', 'Cairn', '/'],
    ['/about', 'About', '/about'],
    ['/about/', 'About', '/about'],
    ['/login?next=a.b', 'Login', '/login'],
    ['/hunt/vt-troll-hunt', 'Hunt', '/hunt/vt-troll-hunt'],
  ])('serves %s with its canonical URL', async (path, title, canonical) => {
    const { status, body, headers } = await call(gateway.url + path);
    expect(status).toBe(200);
    expect(body).toContain(`<title>${title}</title>`);
    expect(canonicalOf(body)).toBe(`http://cairn.test${canonical}`);
    expect(body).not.toContain('origin.invalid');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('P-7.4 escapes the path in the page', async () => {
    const path = `/hunt/a'b&c$&d(e)`;
    const { body } = await call(gateway.url + path);
    expect(canonicalOf(body)).toBe('http://cairn.test/hunt/a&#39;b&#38;c$&#38;d(e)');
  });

  it('serves the not-found page with 404 elsewhere, and JSON to clients that do not accept HTML', async () => {
    for (const path of ['/nothing', '/hunt/a/b', '/admin/user', '/hunt/', '/-path-']) {
      const page = await call(gateway.url + path, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(404);
      expect(page.body).toContain('<title>Page Not Found</title>');
      expect(canonicalOf(page.body)).toBe(`http://cairn.test${path.replace(/\/$/, '')}`);
    }
    const data = await call(`${gateway.url}/nothing`, { headers: { accept: 'application/json' } });
    expect(data).toMatchObject({ status: 404, body: { error: 'Not found.' } });
    for (const path of ['/missing.js', '/index.html', '/about.html', '/pages.json'])
      expect((await call(gateway.url + path)).status).toBe(404);
    expect((await call(`${gateway.url}/about`, { method: 'POST' })).status).toBe(404);
  });

  it('lists indexable pages for crawlers', async () => {
    const sitemap = await call(`${gateway.url}/sitemap.xml`);
    expect(sitemap.headers.get('content-type')).toBe('application/xml');
    const found = [...String(sitemap.body).matchAll(/<loc>([^<]*)<\/loc>/g)];
    expect(found.map(([, url]) => url)).toEqual(['http://cairn.test/', 'http://cairn.test/about']);
    const robots = await call(`${gateway.url}/robots.txt`);
    expect(robots.body).toContain('Sitemap: http://cairn.test/sitemap.xml');
    expect(robots.body).toContain('Disallow: /api/');
  });

  it('serves files with a hash in their name as immutable', async () => {
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

  it('sends the smallest encoding that the browser accepts', async () => {
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

  it('supports HEAD, and returns 304 for a matching ETag', async () => {
    const accepted = { 'accept-encoding': 'gzip, br' };
    const get = await fetch(`${gateway.url}/about`, { headers: accepted });
    const body = await get.text();
    expect(get.headers.get('content-encoding')).toBe('br');
    expect(body).toContain('<title>About</title>');
    const head = await fetch(`${gateway.url}/about`, { method: 'HEAD', headers: accepted });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('etag') ?? '';
    expect(etag).toBe(get.headers.get('etag'));
    const headers = { ...accepted, 'if-none-match': etag, 'cache-control': 'no-cache' };
    expect((await fetch(`${gateway.url}/about`, { headers })).status).toBe(304);
    const plain = { ...headers, 'accept-encoding': 'identity' };
    expect((await fetch(`${gateway.url}/about`, { headers: plain })).status).toBe(200);
  });

  it('serves no file outside its folder', async () => {
    for (const path of ['/../package.json', '/assets/..%2f..%2fetc/passwd', '/%2e%2e/etc/passwd']) {
      expect(statusOf(await sendRaw(gateway.url, requestText('GET', path)))).toBe(400);
    }
  });

  it('returns an error if it is not built', async () => {
    await withGateway({ WEB_DIST: '/nowhere' }, async ({ url }) => {
      const answer = await call(`${url}/`);
      expect(answer).toMatchObject({
        status: 503,
        body: { error: 'The web app is not built yet.' },
      });
    });
  });
});
