import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { HIDDEN, PUBLIC_PAGES, SHELL_PAGES } from './site-pages.ts';

const site = inject('site');
const HOME_LIMIT = 88_000;
const PAGE_LIMIT = 130_000;

type Sent = { status: number; html: string; headers: Headers };

async function ask(path: string, accept = 'text/html'): Promise<Sent> {
  const response = await fetch(site.url + path, { headers: { accept } });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

/** The `content` of each meta tag by its name or property, as a client without JavaScript reads it. */
function metaOf(html: string): Map<string, string> {
  const tags = [...html.matchAll(/<meta [^>]*>/g)].map(([tag]) => tag);
  return new Map(
    tags.map((tag) => [
      /(?:name|property)="([^"]*)"/.exec(tag)?.[1] ?? '',
      /content="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  );
}

function canonicalOf(html: string): string[] {
  return [...html.matchAll(/<link [^>]*rel="canonical" href="([^"]*)"/g)].map(
    ([, url = '']) => url,
  );
}

function titlesOf(html: string): string[] {
  return [...html.matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, text = '']) => text);
}

/** The resources that the page loads without user interaction. */
async function scriptWeight(html: string): Promise<number> {
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  const files = await Promise.all([...new Set(paths)].map((path) => ask(path ?? '', '*/*')));
  return files.reduce((sum, { html: script }) => sum + gzipSync(script, { level: 9 }).length, 0);
}

describe('the HTML that the gateway sends to clients without JavaScript', () => {
  it.each([...PUBLIC_PAGES, ...SHELL_PAGES])('$path has its own head', async ({ path, title }) => {
    const { status, html, headers } = await ask(path);
    const meta = metaOf(html);
    const canonical = path === '/privacy-policy' ? '/privacy' : path;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(titlesOf(html)).toEqual([title]);
    expect(canonicalOf(html)).toEqual([site.url + canonical]);
    expect(meta.get('description')?.length).toBeGreaterThan(20);
    expect(meta.get('og:title')).toBe(title);
    expect(meta.get('og:description')).toBe(meta.get('description'));
    expect(meta.get('og:url')).toBe(site.url + canonical);
    expect(meta.get('og:image')).toBe(`${site.url}/social.jpg`);
    expect(meta.get('twitter:card')).toBe('summary_large_image');
    expect(meta.get('twitter:title')).toBe(title);
    expect(meta.get('robots')).toBe(HIDDEN.has(path) ? 'noindex' : undefined);
    expect(html).not.toContain('origin.invalid');
  });

  it('the page of a hunt has its own head, picture and structured data', async () => {
    const { status, html } = await ask('/hunts/vt-troll-hunt');
    const meta = metaOf(html);
    expect(status).toBe(200);
    expect(titlesOf(html)).toEqual(['The Vermont Troll Hunt · Cairn']);
    expect(canonicalOf(html)).toEqual([`${site.url}/hunts/vt-troll-hunt`]);
    expect(meta.get('description')).toContain('troll');
    expect(meta.get('robots')).toBeUndefined();
    const picture = meta.get('og:image') ?? '';
    expect(picture).toBe(`${site.url}/api/hunts/vt-troll-hunt/picture.jpg`);
    const sent = await fetch(picture);
    expect(sent.headers.get('content-type')).toBe('image/jpeg');
    expect(jpegSize(Buffer.from(await sent.arrayBuffer()))).toEqual([1200, 630]);
    const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject({
      '@type': 'Event',
      offers: { price: 20, priceCurrency: 'USD' },
    });
  });

  it('every page has its own title and description', async () => {
    const paths = PUBLIC_PAGES.map(({ path }) => path).filter((path) => path !== '/privacy-policy');
    const pages = await Promise.all(paths.map((path) => ask(path)));
    const descriptions = pages.map(({ html }) => metaOf(html).get('description'));
    expect(new Set(descriptions).size).toBe(paths.length);
  });

  it('an unknown path is 404 and not indexed', async () => {
    const { status, html } = await ask('/no/such/page');
    expect(status).toBe(404);
    expect(titlesOf(html)).toEqual(['Page Not Found · Cairn']);
    expect(metaOf(html).get('robots')).toBe('noindex');
    expect(html).toContain('Go to Home');
  });

  it('the preview image is 1200 by 630', async () => {
    const response = await fetch(`${site.url}/social.jpg`);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(jpegSize(Buffer.from(await response.arrayBuffer()))).toEqual([1200, 630]);
  });

  it('the sitemap lists the indexed pages under their canonical URLs', async () => {
    const { html: xml } = await ask('/sitemap.xml', '*/*');
    const all = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
    expect(all).toContain(`${site.url}/hunts/vt-troll-hunt`);
    const listed = all.filter((url) => !url.includes('/hunts/'));
    const wanted = PUBLIC_PAGES.map(({ path }) => path).filter(
      (path) => !HIDDEN.has(path) && path !== '/privacy-policy',
    );
    expect(listed.toSorted()).toEqual(wanted.map((path) => site.url + path).toSorted());
    const { html: robots } = await ask('/robots.txt', '*/*');
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  });
});

describe('a first visit', () => {
  it.each(PUBLIC_PAGES)('$path loads scripts within its limit', async ({ path }) => {
    const { html } = await ask(path);
    const limit = path === '/' ? HOME_LIMIT : PAGE_LIMIT;
    const weight = await scriptWeight(html);
    expect(weight).toBeGreaterThan(50_000);
    expect(weight).toBeLessThanOrEqual(limit);
  });

  it.each(PUBLIC_PAGES)('$path names only files that exist', async ({ path }) => {
    const { html } = await ask(path);
    const files = new Set(html.match(/\/assets\/[\w.-]+/g));
    expect(files.size).toBeGreaterThan(1);
    for (const file of files) expect((await ask(file, '*/*')).status, file).toBe(200);
  });

  it('is compressed, and cached as immutable where the name has a content hash', async () => {
    const { html } = await ask('/');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
    for (const [encoding, path] of [
      ['br', script],
      ['gzip', script],
      ['br', '/'],
      ['gzip', '/faq'],
    ]) {
      const headers = { 'accept-encoding': String(encoding), accept: '*/*' };
      const response = await fetch(`${site.url}${path}`, { headers });
      await response.arrayBuffer();
      expect(response.headers.get('content-encoding')).toBe(encoding);
      const isAsset = String(path).startsWith('/assets/');
      expect(response.headers.get('cache-control')).toBe(
        isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    }
  });
});

/** Width and height from the frame header. */
function jpegSize(file: Buffer): [number, number] {
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)];
  }
  throw new Error('This is no JPEG.');
}
