import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { clientAddress } from '@cairn/service-kit/client-address.ts';
import { AppError, UpstreamError } from '@cairn/service-kit/errors.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { BAD_GATEWAY_TEXT, badGateway, Exchange, type UpstreamAnswer } from './exchange.ts';
import { createReader, type ReadRequest } from './reader.ts';
import { CallerGoneError } from './request-body.ts';
import { headersForUpstream, mayHaveBody } from './upstream-headers.ts';

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
      const deadline = Date.now() + timeoutMs;
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
  const timer = setTimeout(() => exchange.fail(tooSlow(isHanging())), deadline - Date.now());
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
