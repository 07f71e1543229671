import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { addressKey, clientAddressBehind } from './client-address.ts';
import { describeErrors } from './error-handler.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { markRoute, startTrace, traceHeaders } from './request-context.ts';
import { createRequestLog } from './request-log.ts';
import { createRequestCount } from './request-metrics.ts';
import type { Read } from './routes.ts';
import { runInTrace } from './tracing.ts';

export type MountedReads = {
  /** The Express application, which serves all other requests, also these paths with a query. */
  app: RequestListener;
  reads: readonly Read[];
};

/** One: the gateway, which sets a single X-Forwarded-For. */
const TRUSTED_PROXIES = 1;

/**
 * Answers frequent reads before Express, whose middleware costs more than these handlers. Same access
 * checks, error answers, log lines and metrics.
 */
export function serveReads(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  { app, reads }: MountedReads,
): RequestListener {
  const find = createFind(reads);
  const log = createRequestLog(logger);
  const count = createRequestCount(metrics);
  const describeError = describeErrors(logger);
  const serialise = createSerialise();

  return (request, response) => {
    const found = find(request);
    if (!found) return app(request, response);
    const startedAt = performance.now();
    const trace = startTrace(request);
    trace.findAddressKey = () => addressKey(clientAddressBehind(request, TRUSTED_PROXIES));
    const { read, params } = found;
    markRoute(request, read.path);
    const finish = (
      status: number,
      body: string | Buffer,
      headers: Record<string, string> = {},
    ) => {
      send(response, {
        status,
        body,
        headers: [...Object.entries(headers), ...traceHeaders(trace)],
      });
      count({ method: 'GET', route: read.path, status }, startedAt);
      log({ method: 'GET', url: request.url ?? '', status, startedAt, trace });
    };
    const answer = async () => {
      const { status, body } = await read.answer(request, params);
      finish(status, serialise(body));
    };
    const refuse = (error: unknown) => {
      const { status, headers, body } = describeError(error, trace.requestId);
      if (response.headersSent) response.destroy();
      else finish(status, JSON.stringify(body), headers);
    };
    runInTrace(trace, () => answer().catch(refuse));
  };
}

type Found = { read: Read; params: Record<string, string> };

/** Only paths whose parameters need no decoding. */
function createFind(reads: readonly Read[]): (request: IncomingMessage) => Found | null {
  const fixed = new Map<string, Found>();
  const patterns: { pattern: RegExp; read: Read }[] = [];
  for (const read of reads) {
    if (!read.path.includes(':')) fixed.set(read.path, { read, params: {} });
    else patterns.push({ pattern: patternOf(read.path), read });
  }
  return ({ method, url = '' }) => {
    if (method !== 'GET') return null;
    const known = fixed.get(url);
    if (known) return known;
    for (const { pattern, read } of patterns) {
      const params = pattern.exec(url)?.groups;
      if (params) return { read, params: { ...params } };
    }
    return null;
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:([A-Za-z]+)/g, '(?<$1>[\\w-]+)')}$`);
}

/** Readers of one batch share a body, which is serialised once. */
function createSerialise(): (body: unknown) => Buffer {
  const known = new WeakMap<object, Buffer>();
  return (body) => {
    const isObject = typeof body === 'object' && body !== null;
    const stored = isObject ? known.get(body) : undefined;
    if (stored) return stored;
    const bytes = Buffer.from(JSON.stringify(body));
    if (isObject) known.set(body, bytes);
    return bytes;
  };
}

type Answer = { status: number; body: string | Buffer; headers: [name: string, value: string][] };

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, [
    ...headers.flat(),
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    length,
  ]);
  response.end(body);
}
