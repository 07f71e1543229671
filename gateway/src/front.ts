import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { listProducts } from '@cairn/contracts/http/hunts.ts';
import { addressKey, clientAddressBehind } from '@cairn/service-kit/client-address.ts';
import { startTrace, traceHeaders } from '@cairn/service-kit/request-context.ts';
import type { LogRequest } from '@cairn/service-kit/request-log.ts';
import type { CountRequest } from '@cairn/service-kit/request-metrics.ts';
import type { Products } from './live/products.ts';
import type { IsKnownHost } from './middleware/known-host.ts';
import type { RequestLimit } from './middleware/limit-requests.ts';
import { isPlainMessage } from './middleware/plain-requests.ts';
import type { Headers } from './middleware/security-headers.ts';
import { isUnchanged, JSON_TYPE, type PreparedBody } from './site/prepared-body.ts';

export type FrontOptions = {
  /** The Express application, which serves all other requests. */
  app: RequestListener;
  products: Products;
  isKnownHost: IsKnownHost;
  requestLimit: RequestLimit;
  securityHeaders: Headers;
  /** Number of proxies in front of the gateway. */
  trustedProxies: number;
  log: LogRequest;
  count: CountRequest;
};

type Answer = { status: number; headers: string[]; body?: Buffer };
type Exchange = { request: IncomingMessage; response: ServerResponse; startedAt: number };

const HEALTH = '/healthz';
const ALIVE = Buffer.from(JSON.stringify({ status: 'ok' }));

/**
 * Serves GET /api/products and /healthz before Express, with the same headers, limit, metrics and
 * log lines. Requests to be refused go to Express, which writes the refusal.
 */
export function createFront(options: FrontOptions): RequestListener {
  const { app, products, isKnownHost, requestLimit, trustedProxies, log, count } = options;
  const security = options.securityHeaders.flat();

  function send(exchange: Exchange, { status, headers, body }: Answer): void {
    const { request, response, startedAt } = exchange;
    const { url = '' } = request;
    const trace = startTrace(request);
    headers.push(...security, ...traceHeaders(trace).flat());
    response.writeHead(status, headers);
    response.end(body);
    count({ method: 'GET', route: url, status }, startedAt);
    log({ method: 'GET', url, status, startedAt, trace });
  }

  return (request, response) => {
    const exchange = { request, response, startedAt: performance.now() };
    const { method, url, headers } = request;
    if (method !== 'GET' || !isPlainMessage(request)) return app(request, response);
    if (url === HEALTH) return send(exchange, withBody([], ALIVE));
    const list = url === listProducts.path && isKnownHost(headers.host) ? products.list() : null;
    if (!list) return app(request, response);
    const key = addressKey(clientAddressBehind(request, trustedProxies));
    requestLimit.reserve(request, key).then(
      (reservation) => {
        const prepared = answerPrepared(headers['if-none-match'], list);
        for (const [name, value] of Object.entries(reservation.headers))
          prepared.headers.push(name, value);
        send(exchange, prepared);
      },
      () => app(request, response),
    );
  };
}

function answerPrepared(ifNoneMatch: string | undefined, { etag, body }: PreparedBody): Answer {
  const headers = ['cache-control', 'no-cache', 'etag', etag];
  return isUnchanged(ifNoneMatch, etag) ? { status: 304, headers } : withBody(headers, body);
}

function withBody(headers: string[], body: Buffer): Answer {
  headers.push('content-type', JSON_TYPE, 'content-length', String(body.length));
  return { status: 200, headers, body };
}
