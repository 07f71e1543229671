import type { Pages } from './pages.ts';

/** robots.txt. Hidden pages have a `noindex` tag, which crawlers must be able to read. */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/products',
    'Disallow: /api/',
    'Disallow: /sandbox/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** All indexable pages. */
export function sitemapXml(pages: Pages, origin: string): string {
  const urls = pages.all
    .filter(({ isListed }) => isListed)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
