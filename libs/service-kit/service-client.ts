import http from 'node:http';
import https from 'node:https';
import { fillPath } from '@cairn/contracts/http/endpoints.ts';
import { errorBody, type RouteDefinition } from '@cairn/contracts/http/route.ts';
import type { Caller } from '@cairn/contracts/services.ts';
import type { z } from 'zod';
import { AppError, NotFoundError, UpstreamError } from './errors.ts';
import { INTERNAL_TOKEN_HEADER, type SignInternal } from './internal-tokens.ts';
import { currentTrace, currentTraceparent } from './tracing.ts';

export type ServiceClient = {
  /**
   * Calls an internal route of another service and returns its parsed answer. A refusal (4xx) is
   * thrown as an AppError with the same status and text; an unavailable, slow or failing service as
   * UpstreamError (502, 504).
   */
  call<
    Params extends z.ZodType,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
  >(
    route: RouteDefinition<Params, Query, Body, Answer, 'internal'>,
    input?: { params?: z.input<Params>; query?: z.input<Query>; body?: z.input<Body> },
  ): Promise<z.output<Answer>>;
};

export type ServiceClientOptions = {
  /** The called service. */
  service: Caller;
  baseUrl: string;
  sign: SignInternal;
  timeoutMs?: number;
};

const FAILED = 'Something went wrong. Please try again.';

export function createServiceClient({
  service,
  baseUrl,
  sign,
  timeoutMs = 2_000,
}: ServiceClientOptions): ServiceClient {
  return {
    async call(route, input = {}) {
      const url = urlOf(baseUrl, route.path, input);
      const { status, body } = await send(url, {
        method: route.method,
        headers: headers(sign(service)),
        timeoutMs,
        ...(route.method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
      });
      if (status >= 400) throw refusal(status, body, url);
      const answer = route.answer.safeParse(body);
      if (!answer.success) throw broken(url, answer.error);
      return answer.data;
    },
  };
}

function urlOf(
  baseUrl: string,
  pattern: string,
  { params = {}, query = {} }: { params?: unknown; query?: unknown },
): URL {
  const values = Object.entries(params as Record<string, string>);
  // URL parsing removes `.` and `..` as path segments, which would lead to another route.
  if (values.some(([, value]) => value === '.' || value === '..')) throw new NotFoundError();
  const url = new URL(fillPath(pattern, Object.fromEntries(values)), baseUrl);
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function headers(token: string): Record<string, string> {
  const traceparent = currentTraceparent();
  const requestId = currentTrace()?.requestId;
  return {
    'content-type': 'application/json',
    [INTERNAL_TOKEN_HEADER]: token,
    ...(traceparent ? { traceparent } : {}),
    ...(requestId ? { 'x-request-id': requestId } : {}),
  };
}

type SendOptions = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
};

async function send(url: URL, options: SendOptions): Promise<{ status: number; body: unknown }> {
  try {
    const { status, text } = await exchangeOnLiveConnection(url, options);
    return { status, body: parseJson(text) };
  } catch (cause) {
    if (cause instanceof SlowError)
      throw new UpstreamError('This is taking too long. Please try again.', { status: 504, cause });
    throw new UpstreamError(FAILED, { status: 502, cause });
  }
}

class SlowError extends Error {}

/** The service had closed the idle connection when the request arrived, for example because it stops. */
class StaleConnectionError extends Error {}

/** Repeats a GET on another connection; any other request may have been processed. */
async function exchangeOnLiveConnection(url: URL, options: SendOptions): Promise<Exchanged> {
  const end = performance.now() + options.timeoutMs;
  try {
    return await exchange(url, options);
  } catch (error) {
    if (!(error instanceof StaleConnectionError) || options.method !== 'GET') throw error;
    return exchange(url, { ...options, timeoutMs: Math.max(1, end - performance.now()) });
  }
}

type Exchanged = { status: number; text: string };

/** An idle connection is closed before the service closes it (75 s), so that no call meets its end. */
const CONNECTIONS = { keepAlive: true, timeout: 60_000 };
const AGENTS = {
  'http:': new http.Agent(CONNECTIONS),
  'https:': new https.Agent(CONNECTIONS),
};

/** Costs half the CPU time of `fetch`, and no memory. Does not follow redirects. */
function exchange(url: URL, { method, headers, body, timeoutMs }: SendOptions): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const requestOptions = { method, headers: { ...headers, ...length }, agent: AGENTS[protocol] };
  let isAnswered = false;
  // OpenTelemetry replaces `request` of these modules.
  const outgoing = (protocol === 'https:' ? https : http).request(
    url,
    requestOptions,
    (incoming) => {
      isAnswered = true;
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      incoming.on('error', reject);
    },
  );
  outgoing.on('error', (cause) => {
    const isStale = outgoing.reusedSocket && !isAnswered;
    reject(isStale ? new StaleConnectionError('closed while idle', { cause }) : cause);
  });
  outgoing.end(body);
  const timer = setTimeout(() => {
    reject(new SlowError(`no answer within ${timeoutMs} ms`));
    outgoing.destroy();
  }, timeoutMs);
  return promise.finally(() => clearTimeout(timer));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status: number, body: unknown, url: URL): AppError {
  if (status >= 500) return broken(url, new Error(`${status} from ${url.pathname}`));
  const parsed = errorBody.partial({ requestId: true }).safeParse(body).data;
  return new AppError(parsed?.error ?? 'Refused.', {
    code: 'refused_upstream',
    status,
    ...(parsed?.fields ? { fields: parsed.fields } : {}),
  });
}

function broken(url: URL, cause: Error): UpstreamError {
  return new UpstreamError(FAILED, {
    status: 502,
    cause: new Error(`${url.pathname} answered what it should not`, { cause }),
  });
}
