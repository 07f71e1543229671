import { createHash } from 'node:crypto';
import type { Response } from 'express';

/** JSON that is sent as it is; made once, not for each request. */
export type ReadyBody = { body: Buffer; etag: string };

export function prepareBody(value: unknown): ReadyBody {
  const body = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { body, etag: `"${hash}"` };
}

/** Browsers ask each time, and get 304 while nothing has changed. */
export function sendReady(response: Response, { body, etag }: ReadyBody): void {
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('etag', etag);
  if (matches(response.req.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** Unlike express' `fresh`, a `Cache-Control: no-cache` beside it changes nothing: we are no cache, and fetch adds it by itself. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
