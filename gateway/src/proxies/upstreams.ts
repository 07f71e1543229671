import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { mapServices, type ServiceName, urlVariable } from '@cairn/contracts/services.ts';
import { clientAddress } from '@cairn/service-kit/client-address.ts';
import { AppError, UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import {
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Config } from '../config.ts';
import {
  BAD_GATEWAY_TEXT,
  badGateway,
  CallerGoneError,
  Exchange,
  headersForUpstream,
  mayHaveBody,
  type UpstreamAnswer,
} from './exchange.ts';
import { createReader, type ReadRequest } from './reader.ts';

export type Upstreams = {
  services: Record<ServiceName, Upstream>;
  /** Separate connections and breakers, so that other calls cannot delay or stop a webhook. */
  webhooks: Record<ServiceName, Upstream>;
  /** Null in production and wherever the real providers are used. */
  sandbox: Upstream | null;
  urls: Record<ServiceName, string>;
  close(): void;
};

export function createUpstreams(config: Config, logger: Logger): Upstreams {
  const urls = mapServices((name) => config[urlVariable(name)]);
  const connect = (url: string) => createUpstream({ url, timeoutMs: config.UPSTREAM_TIMEOUT_MS });
  const guard = (name: ServiceName) => withBreaker(connect(urls[name]), name, logger);
  const [services, webhooks] = [mapServices(guard), mapServices(guard)];
  const sandbox = config.SANDBOX_URL ? connect(config.SANDBOX_URL) : null;
  return {
    services,
    webhooks,
    sandbox,
    urls,
    close() {
      for (const upstream of Object.values(services)) upstream.close();
      for (const upstream of Object.values(webhooks)) upstream.close();
      sandbox?.close();
    },
  };
}

/** Opens if more than half of the last 50 calls failed, with at least 30 calls. */
const THRESHOLD = { threshold: 0.5, size: 50, minimumNumberOfCalls: 30 };
const OPEN_MS = 1_000;

/**
 * While a service is down or hangs, refuses calls to it immediately (502); one call per second probes
 * it. Only UnavailableError counts, which no client can cause.
 */
export function withBreaker(upstream: Upstream, name: string, logger: Logger): Upstream {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UnavailableError),
    { breaker: new CountBreaker(THRESHOLD), halfOpenAfter: OPEN_MS },
  );
  let isUnavailable = false;
  breaker.onBreak(() => {
    if (!isUnavailable) logger.error({ upstream: name }, 'upstream.unavailable');
    isUnavailable = true;
  });
  breaker.onReset(() => {
    isUnavailable = false;
    logger.info({ upstream: name }, 'upstream.available');
  });
  async function guard(call: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer> {
    // Otherwise all callers would wait for the probing call.
    if (breaker.state === CircuitState.HalfOpen) throw refusal();
    try {
      return await breaker.execute(call);
    } catch (error) {
      throw isBrokenCircuitError(error) ? refusal() : error;
    }
  }
  return {
    forward: (request, response, body) => guard(() => upstream.forward(request, response, body)),
    read: (request, response) => guard(() => upstream.read(request, response)),
    close: () => upstream.close(),
  };
}

function refusal(): UpstreamError {
  return new UpstreamError('Something went wrong. Please try again.', { status: 502 });
}

export type Upstream = {
  /** Forwards the request to the service. Throws UpstreamError (502, 504) or CallerGoneError. */
  forward(request: Request, response: Response, body: Buffer): Promise<UpstreamAnswer>;
  /** As `forward`, for a GET request without a body outside Express. `response` is the client's. */
  read(request: ReadRequest, response: ServerResponse): Promise<UpstreamAnswer>;
  close(): void;
};

export type UpstreamOptions = { url: string; timeoutMs: number };

/** A separate connection pool per service, so that a hanging one does not block the others. */
const MAX_CONNECTIONS = 256;

/** Error codes of an unreachable service. ECONNRESET is not among them: a single request may cause it. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The service is down or hangs, independent of the request. No client can cause this error; only it counts
 * towards the circuit breaker.
 */
export class UnavailableError extends UpstreamError {
  override name = 'UnavailableError';
}

type Send = (request: Request, exchange: Exchange) => Promise<void>;

export function createUpstream({ url, timeoutMs }: UpstreamOptions): Upstream {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: MAX_CONNECTIONS,
  });
  let lastAnswerAt = 0;
  const onAnswer = () => {
    lastAnswerAt = performance.now();
  };
  const send = createSender(url, { agent, onAnswer });
  const reader = createReader(url, { connections: MAX_CONNECTIONS, onAnswer });
  const ask = (
    request: Request,
    response: Response,
    options: { body: Buffer; deadline: number },
  ) => {
    const exchange = new Exchange(request, options.body);
    const startedAt = performance.now();
    // One slow call does not mean that the service hangs: it may respond to others.
    const isHanging = () => exchange.isWaitingForService() && lastAnswerAt < startedAt;
    return attempt(send, exchange, { response, deadline: options.deadline, isHanging });
  };
  return {
    async forward(request, response, body) {
      request.headers = headersOf(request, response);
      if (mayHaveBody(request.method)) request.headers['content-length'] = String(body.length);
      const deadline = performance.now() + timeoutMs;
      try {
        return await ask(request, response, { body, deadline });
      } catch (error) {
        if (!(error instanceof StaleConnectionError) || mayHaveBody(request.method)) throw error;
        return await ask(request, response, { body, deadline });
      }
    },
    async read(request, response) {
      const startedAt = performance.now();
      const { answer, cancel } = reader.read(request);
      const onGone = () => cancel(new CallerGoneError());
      const timer = setTimeout(() => cancel(tooSlow(lastAnswerAt < startedAt)), timeoutMs);
      response.once('close', onGone);
      if (response.destroyed) onGone();
      try {
        return await answer;
      } catch (error) {
        throw error instanceof AppError ? error : explain(error);
      } finally {
        clearTimeout(timer);
        response.off('close', onGone);
      }
    },
    close() {
      agent.destroy();
      reader.close();
    },
  };
}

function headersOf(request: Request, response: Response): IncomingHttpHeaders {
  return headersForUpstream(request.headers, {
    address: clientAddress(request),
    isHttps: request.protocol === 'https',
    requestId: String(response.getHeader('x-request-id')),
    traceparent: currentTraceparent() ?? '',
  });
}

/** The service closed this idle connection while the request was in transit. */
class StaleConnectionError extends UpstreamError {
  override name = 'StaleConnectionError';
  constructor(cause: unknown) {
    super('Something went wrong. Please try again.', { status: 502, cause });
  }
}

async function attempt(
  send: Send,
  exchange: Exchange,
  options: { response: Response; deadline: number; isHanging: () => boolean },
): Promise<UpstreamAnswer> {
  const { response, deadline, isHanging } = options;
  const onGone = () => exchange.fail(new CallerGoneError());
  // A total timeout: an idle timeout would never end a response that arrives byte by byte.
  const timer = setTimeout(() => exchange.fail(tooSlow(isHanging())), deadline - performance.now());
  response.once('close', onGone);
  if (response.destroyed) onGone();
  try {
    send(exchange.req, exchange).catch((error) => exchange.fail(error));
    return await exchange.answer;
  } finally {
    clearTimeout(timer);
    response.off('close', onGone);
    exchange.destroy();
  }
}

function createSender(
  target: string,
  { agent, onAnswer }: { agent: Agent; onAnswer: () => void },
): Send {
  return createProxyMiddleware<Request, Exchange>({
    target,
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    // The default plugins respond to the client in plain text.
    ejectPlugins: true,
    plugins: [
      (proxy) => {
        proxy.on('proxyReq', sendBody);
        proxy.on('proxyRes', (answer, _request, exchange) => {
          onAnswer();
          exchange.collect(answer);
        });
        proxy.on('error', fail);
        proxy.on('econnreset', fail);
      },
    ],
  });
}

function sendBody(outgoing: ClientRequest, _request: Request, exchange: Exchange): void {
  exchange.outgoing = outgoing;
  const { requestBody } = exchange;
  if (requestBody.length > 0 && mayHaveBody(outgoing.method)) outgoing.write(requestBody);
}

function fail(error: Error, _request: unknown, exchange: unknown): void {
  if (!(exchange instanceof Exchange)) return;
  const code = codeOf(error);
  const isReset = code === 'ECONNRESET' || code === 'EPIPE';
  const isStale = isReset && exchange.outgoing?.reusedSocket;
  exchange.fail(isStale ? new StaleConnectionError(error) : explain(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function explain(error: unknown): UpstreamError {
  if (!UNREACHABLE.has(codeOf(error))) return badGateway(error);
  return new UnavailableError(BAD_GATEWAY_TEXT, { status: 502, cause: error });
}

function tooSlow(isHanging: boolean): UpstreamError {
  const text = 'This is taking too long. Please try again.';
  return new (isHanging ? UnavailableError : UpstreamError)(text, { status: 504 });
}
