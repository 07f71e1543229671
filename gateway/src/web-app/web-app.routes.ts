import { extname, resolve } from 'node:path';
import { AppError } from '@cairn/service-kit/errors.ts';
import { type Request, type Response, Router } from 'express';
import { type Files, listFiles } from './files.ts';
import { isPage } from './pages.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** The built web app: its files, and its page for every path that names none. */
export function webAppRoutes(dist: string): Router {
  const root = resolve(dist);
  const files = listFiles(root);
  const router = Router();
  router.get('/{*path}', (request, response, next) => {
    const path = decodeURIComponent(request.path);
    if (files.has(path) && path !== '/index.html') return send(request, response, path);
    const isKnown = isPage(path);
    if (!isKnown && !(looksLikePage(path) && request.accepts('html'))) return next();
    if (!files.has('/index.html')) throw notBuilt();
    if (!isKnown) response.status(404);
    send(request, response, pageFile(path, files));
  });

  function send(request: Request, response: Response, file: string): void {
    const packed = ENCODINGS.filter(({ suffix }) => files.has(file + suffix));
    if (packed.length > 0) response.vary('accept-encoding');
    const encoding = packed.find(({ name }) => request.acceptsEncodings(name));
    if (encoding) response.setHeader('content-encoding', encoding.name);
    // Only what carries its hash in its name never changes.
    response.setHeader('cache-control', file.startsWith('/assets/') ? IMMUTABLE : 'no-cache');
    response.type(extname(file));
    const chosen = file + (encoding?.suffix ?? '');
    response.setHeader('etag', files.get(chosen) ?? '');
    // A reload asks caches for a fresh copy; here it is always fresh, and 304 may stay 304.
    delete request.headers['cache-control'];
    response.sendFile(chosen.slice(1), {
      root,
      cacheControl: false,
      lastModified: false,
    });
  }
  return router;
}

/** A page that was rendered at build has its own file; all others begin with the same one. */
function pageFile(path: string, files: Files): string {
  const name = path.replace(/\/$/, '');
  const candidates = [`${name}.html`, `${name}/index.html`];
  return candidates.find((file) => files.has(file)) ?? '/index.html';
}

function looksLikePage(path: string): boolean {
  return !path.slice(path.lastIndexOf('/')).includes('.');
}

function notBuilt(): AppError {
  return new AppError('The web app is not built yet.', {
    code: 'not_built',
    status: 503,
    headers: { 'retry-after': '10' },
  });
}
