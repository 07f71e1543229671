import type { Response } from 'express';
import type { UpstreamAnswer } from './exchange.ts';
import { headersForClient } from './upstream-headers.ts';

/** Forwards a service's response without hop-by-hop headers and those that the gateway sets. */
export function sendAnswer(response: Response, { status, headers, body }: UpstreamAnswer): void {
  response.status(status);
  response.setHeader('cache-control', 'no-store');
  for (const [name, value] of headersForClient(headers)) response.setHeader(name, value);
  const length = headers['content-length'];
  if (response.req.method === 'HEAD' && length) response.setHeader('content-length', length);
  response.end(body);
}
