import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';
import { startUpstream, type UpstreamServer } from './upstream-server.ts';

const PAGES = [
  { pattern: '/hunts/:handle', path: '/hunts/-handle-', file: 'hunt.html', isListed: false },
  { pattern: '*', path: '/-path-', file: '404.html', isListed: false },
];
const PAGE =
  '<!doctype html><head><title>{hunt.title}</title><meta content="{hunt.description}"/>' +
  '<link rel="canonical" href="https://origin.invalid/hunts/-handle-"/></head>';

const HUNT: Product = {
  id: 'a',
  type: 'hunt',
  handle: 'fern-hunt',
  title: 'Ferns & Moss',
  region: 'Maine',
  description: 'A box under ferns.',
  status: 'active',
  base_value: 500,
  purchase_bonus: 10,
  price_amount: 20,
  price_currency: 'USD',
  hidden_at: '2026-11-01T10:00:00.000Z',
  commitment: null,
  search_area: null,
  images: [],
  participants: 2,
};

let upstream: UpstreamServer;
let gateway: Gateway;
let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'cairn-dist-'));
  await writeFile(join(dist, 'pages.json'), JSON.stringify(PAGES));
  await writeFile(join(dist, 'hunt.html'), PAGE);
  await writeFile(join(dist, '404.html'), '<!doctype html><title>Page Not Found</title>');
  upstream = await startUpstream();
  gateway = await startGateway({ ...environmentOf(upstream.url), WEB_DIST: dist });
  gateway.service.products.load([{ version: 1, product: HUNT }]);
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
  await rm(dist, { recursive: true, force: true });
});

it('the page of a hunt has its title, description, canonical URL and structured data', async () => {
  const { status, body } = await call(`${gateway.url}/hunts/fern-hunt`);
  expect(status).toBe(200);
  expect(body).toContain('<title>Ferns &#38; Moss</title><meta content="A box under ferns."/>');
  expect(body).toContain('rel="canonical" href="http://cairn.test/hunts/fern-hunt"');
  expect(body).toContain('"@type":"Event"');
});

it('the page of an unknown hunt is the not-found page with 404', async () => {
  const headers = { accept: 'text/html' };
  for (const handle of ['no-such-hunt', '-handle-', '%3Cscript%3E']) {
    const { status, body } = await call(`${gateway.url}/hunts/${handle}`, { headers });
    expect(status).toBe(404);
    expect(body).toContain('<title>Page Not Found</title>');
  }
});

it('the sitemap lists the page of each hunt', async () => {
  const { body } = await call(`${gateway.url}/sitemap.xml`);
  const found = [...String(body).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(found).toEqual(['http://cairn.test/hunts/fern-hunt']);
});
