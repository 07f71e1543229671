import { extname, resolve } from 'node:path';
import { AppError } from '@cairn/service-kit/errors.ts';
import { type Request, type Response, Router } from 'express';
import type { Products } from '../live/products.ts';
import { robotsText, sitemapXml } from './crawlers.ts';
import { type Files, listFiles } from './files.ts';
import { fillHuntHead, HUNT_PAGE } from './hunt-head.ts';
import { createPageBodies, type PackedText, pack, plain } from './page-bodies.ts';
import { type Pages, readPages } from './pages.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** Serves the built web app: files, pages with the site's origin, robots.txt and sitemap. */
export function webAppRoutes(dist: string, publicUrl: string, products: Products): Router {
  const root = resolve(dist);
  const { origin } = new URL(publicUrl);
  const pages = readPages(root);
  const router = Router();
  router.use(fileRoutes(root));
  if (pages)
    router.use(
      crawlerRoutes(pages, products, origin),
      pageRoutes(root, pages, { products, origin }),
    );
  else router.get('/{*path}', refusePages);
  return router;
}

function fileRoutes(root: string): Router {
  const files = listFiles(root);
  const router = Router();
  router.get('/{*path}', (request, response, next) => {
    const path = decodeURIComponent(request.path);
    // Pages have their own routes; their raw files contain placeholders.
    const isServed = files.has(path) && !path.endsWith('.html') && path !== '/pages.json';
    if (isServed) sendFile(request, response, { root, files, path });
    else next();
  });
  return router;
}

type PageContext = { products: Products; origin: string };

function pageRoutes(root: string, pages: Pages, { products, origin }: PageContext): Router {
  const bodies = createPageBodies(root, pages, origin);
  const router = Router();
  router.get('/{*path}', (request, response, next) => {
    const path = request.path.replace(/(.)\/$/, '$1');
    const page = pages.find(path);
    if (!page && !wantsPage(request)) return next();
    const isHunt = page?.pattern === HUNT_PAGE;
    const hunt = isHunt ? products.find(path.slice(path.lastIndexOf('/') + 1)) : null;
    const isKnown = page && !(isHunt && !hunt && products.isLoaded());
    if (!isKnown) response.status(404);
    const fill = isHunt ? (html: string) => fillHuntHead(html, hunt, origin) : undefined;
    const body = bodies.bodyOf(isKnown ? page : pages.notFound, path, fill);
    sendText(request, response, body, 'text/html');
  });
  return router;
}

function crawlerRoutes(pages: Pages, products: Products, origin: string): Router {
  const router = Router();
  const robots = pack(robotsText(origin));
  router.get('/robots.txt', (request, response) => {
    sendText(request, response, robots, 'text/plain');
  });
  router.get('/sitemap.xml', (request, response) => {
    const sitemap = sitemapXml(pages, products.all(), origin);
    sendText(request, response, plain(sitemap), 'application/xml');
  });
  return router;
}

function sendText(request: Request, response: Response, text: PackedText, type: string): void {
  const name = ENCODINGS.map((encoding) => encoding.name).find(
    (encoding) => text[encoding] && request.acceptsEncodings(encoding),
  );
  if (text.br) response.vary('accept-encoding');
  response.setHeader('cache-control', 'no-cache');
  // Each encoding has its own ETag.
  response.setHeader('etag', name ? text.etag.replace(/"$/, `-${name}"`) : text.etag);
  ignoreCacheControl(request);
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (name) response.setHeader('content-encoding', name);
  response.type(type);
  response.send((name && text[name]) ?? text.identity);
}

type ServedFile = { root: string; files: Files; path: string };

function sendFile(request: Request, response: Response, { root, files, path }: ServedFile): void {
  const packed = ENCODINGS.filter(({ suffix }) => files.has(path + suffix));
  if (packed.length > 0) response.vary('accept-encoding');
  const encoding = packed.find(({ name }) => request.acceptsEncodings(name));
  if (encoding) response.setHeader('content-encoding', encoding.name);
  // Only files with a hash in their name are immutable.
  response.setHeader('cache-control', path.startsWith('/assets/') ? IMMUTABLE : 'no-cache');
  response.type(extname(path));
  const chosen = path + (encoding?.suffix ?? '');
  response.setHeader('etag', files.get(chosen) ?? '');
  ignoreCacheControl(request);
  response.sendFile(chosen.slice(1), { root, cacheControl: false, lastModified: false });
}

/** A reload sends `no-cache`; responses are always fresh here, so 304 stays possible. */
function ignoreCacheControl(request: Request): void {
  delete request.headers['cache-control'];
}

/** True unless the request is for a missing file or for data. */
function wantsPage(request: Request): boolean {
  const { path } = request;
  const looksLikePage = !path.slice(path.lastIndexOf('/')).includes('.');
  return looksLikePage && Boolean(request.accepts('html'));
}

function refusePages(request: Request, _response: Response, next: () => void): void {
  if (wantsPage(request)) throw notBuilt();
  next();
}

function notBuilt(): AppError {
  return new AppError('The web app is not built yet.', {
    code: 'not_built',
    status: 503,
    headers: { 'retry-after': '10' },
  });
}
