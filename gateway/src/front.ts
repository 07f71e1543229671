import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { listProducts } from '@cairn/contracts/http/hunts.ts';
import {
  addressKey,
  clientAddressBehind,
  isHttpsBehind,
} from '@cairn/service-kit/client-address.ts';
import type { ErrorAnswer } from '@cairn/service-kit/error-handler.ts';
import type { Reservation } from '@cairn/service-kit/limiter.ts';
import {
  markRoute,
  type RequestTrace,
  startTrace,
  traceHeaders,
} from '@cairn/service-kit/request-context.ts';
import type { LogRequest } from '@cairn/service-kit/request-log.ts';
import type { CountRequest } from '@cairn/service-kit/request-metrics.ts';
import { describeTrace, runInTrace } from '@cairn/service-kit/tracing.ts';
import type { Products } from './live/products.ts';
import type { IsKnownHost } from './middleware/known-host.ts';
import { isPlainMessage } from './middleware/plain-requests.ts';
import type { Headers } from './middleware/security-headers.ts';
import { headersForClient, headersForUpstream } from './proxies/exchange.ts';
import type { RequestLimit } from './proxies/limits.ts';
import type { FindPlainRead, PlainRead } from './proxies/plain-reads.ts';
import { isUnchanged, JSON_TYPE, type PreparedBody } from './site/prepared-body.ts';

export type FrontOptions = {
  /** The Express application, which serves all other requests. */
  app: RequestListener;
  products: Products;
  findRead: FindPlainRead;
  isKnownHost: IsKnownHost;
  requestLimit: RequestLimit;
  securityHeaders: Headers;
  /** Number of proxies in front of the gateway. */
  trustedProxies: number;
  log: LogRequest;
  count: CountRequest;
  describeError: (error: unknown, requestId: string) => ErrorAnswer;
};

type Answer = { status: number; headers: string[]; body?: Buffer };
type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  startedAt: number;
  trace: RequestTrace;
  route: string;
};

const HEALTH = '/healthz';
/** RFC 9110: their responses have no content. */
const HAS_NO_BODY = new Set([204, 304]);
const ALIVE = Buffer.from(JSON.stringify({ status: 'ok' }));

/**
 * Serves /healthz, GET /api/products and the plain reads of the services before Express, with the
 * same headers, limit, metrics and log lines. Requests to be refused go to Express, which writes the
 * refusal.
 */
export function createFront(options: FrontOptions): RequestListener {
  const { app, products, findRead, isKnownHost, requestLimit, trustedProxies, describeError } =
    options;
  const send = createSend(options);
  const forward = createForward(options);
  const begin = (request: IncomingMessage, response: ServerResponse, route: string): Exchange => {
    markRoute(request, route);
    return { request, response, startedAt: performance.now(), trace: startTrace(request), route };
  };

  return (request, response) => {
    const { method, url = '', headers } = request;
    if (method !== 'GET' || !isPlainMessage(request)) return app(request, response);
    if (url === HEALTH) return send(begin(request, response, url), withBody([], ALIVE));
    const list = url === listProducts.path ? products.list() : null;
    const read = list ? null : findRead(request);
    if ((!list && !read) || !isKnownHost(headers.host)) return app(request, response);
    const exchange = begin(request, response, read?.route ?? url);
    const address = clientAddressBehind(request, trustedProxies);
    const key = addressKey(address);
    const answer = async (reservation: Reservation) => {
      const prepared = list
        ? answerPrepared(headers['if-none-match'], list)
        : await forward(exchange, { read: read as PlainRead, address });
      for (const [name, value] of Object.entries(reservation.headers))
        prepared.headers.push(name, value);
      send(exchange, prepared);
    };
    const fail = (error: unknown) => {
      runInTrace(exchange.trace, () => describeError(error, exchange.trace.requestId));
      response.destroy();
    };
    const leased = requestLimit.reserveLeased(key);
    if (leased) return void answer(leased).catch(fail);
    requestLimit.reserve(request, key).then(
      (reservation) => answer(reservation).catch(fail),
      () => app(request, response),
    );
  };
}

function createSend({ securityHeaders, count, log }: FrontOptions) {
  const security = securityHeaders.flat();
  return (exchange: Exchange, { status, headers, body }: Answer): void => {
    const { request, response, startedAt, trace, route } = exchange;
    headers.push(...security, ...traceHeaders(trace).flat());
    response.writeHead(status, headers);
    response.end(body);
    count({ method: 'GET', route, status }, startedAt);
    log({ method: 'GET', url: request.url ?? '', status, startedAt, trace });
  };
}

function createForward({ trustedProxies, describeError }: FrontOptions) {
  return (
    { request, response, trace }: Exchange,
    { read, address }: { read: PlainRead; address: string },
  ): Promise<Answer> => {
    const headers = headersForUpstream(request.headers, {
      address,
      isHttps: isHttpsBehind(request, trustedProxies),
      requestId: trace.requestId,
      traceparent: describeTrace(trace),
    });
    return read.upstream.read({ path: request.url ?? '', headers }, response).then(
      (answer) => {
        const passedOn = headersForClient(answer.headers).flatMap(([name, value]) =>
          [value].flat().flatMap((one) => [name, one]),
        );
        const isCacheable = answer.headers['cache-control'] !== undefined;
        const own = isCacheable ? [] : ['cache-control', 'no-store'];
        const { status, body } = answer;
        const length = HAS_NO_BODY.has(status) ? [] : ['content-length', String(body.length)];
        return { status, headers: [...own, ...passedOn, ...length], body };
      },
      (error) => {
        const { status, headers, body } = runInTrace(trace, () =>
          describeError(error, trace.requestId),
        );
        return {
          ...withBody(Object.entries(headers).flat(), Buffer.from(JSON.stringify(body))),
          status,
        };
      },
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
