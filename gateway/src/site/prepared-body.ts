import { createHash } from 'node:crypto';
import type { Response } from 'express';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A serialised JSON body, prepared once for all requests. */
export type PreparedBody = { body: Buffer; etag: string };

export function prepareBody(value: unknown): PreparedBody {
  const body = Buffer.from(JSON.stringify(value));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { body, etag: `"${hash}"` };
}

/** Browsers revalidate each time and get 304 while nothing has changed. */
export function sendPrepared(response: Response, { body, etag }: PreparedBody): void {
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('etag', etag);
  if (isUnchanged(response.req.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('content-type', JSON_TYPE);
  response.setHeader('content-length', body.length);
  response.end(body);
}

/** Unlike express' `fresh`, ignores `Cache-Control: no-cache`: the gateway is not a cache, and fetch adds that header. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
