import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { Pages } from './pages.ts';

/** robots.txt. Hidden pages have a `noindex` tag, which crawlers must be able to read. */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/products',
    'Allow: /api/hunts/',
    'Disallow: /api/',
    'Disallow: /sandbox/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** All indexable pages, and the page of each hunt. */
export function sitemapXml(pages: Pages, hunts: readonly Product[], origin: string): string {
  const paths = [
    ...pages.all.filter(({ isListed }) => isListed).map(({ path }) => path),
    ...hunts.map(({ handle }) => `/hunts/${handle}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
