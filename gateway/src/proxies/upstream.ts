import { Agent, type ClientRequest } from 'node:http';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { Exchange, type UpstreamAnswer, unusable } from './exchange.ts';
import { CallerGoneError } from './request-body.ts';
import { headersForUpstream, mayHaveBody } from './upstream-headers.ts';

export type Upstream = {
  /** Asks the service what the client asked. Throws UpstreamError (502, 504), or CallerGoneError. */
  forward(request: Request, response: Response, body: Buffer): Promise<UpstreamAnswer>;
  close(): void;
};

export type UpstreamOptions = { url: string; timeoutMs: number };

/** Connections of its own for each service, so that one that hangs does not hold up the others. */
const MAX_CONNECTIONS = 256;

type Send = (request: Request, exchange: Exchange) => Promise<void>;

export function createUpstream({ url, timeoutMs }: UpstreamOptions): Upstream {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    maxFreeSockets: MAX_CONNECTIONS,
  });
  const send = createSender(url, agent);
  return {
    async forward(request, response, body) {
      request.headers = headersForUpstream(request, response, body);
      const deadline = Date.now() + timeoutMs;
      const ask = () => attempt(send, new Exchange(request, body), { response, deadline });
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof StaleConnectionError) || mayHaveBody(request.method)) throw error;
        return await ask();
      }
    },
    close: () => agent.destroy(),
  };
}

/** The service had closed this idle connection while the request was on its way. */
class StaleConnectionError extends UpstreamError {
  override name = 'StaleConnectionError';
  constructor(cause: unknown) {
    super('Something went wrong. Please try again.', { status: 502, cause });
  }
}

async function attempt(
  send: Send,
  exchange: Exchange,
  { response, deadline }: { response: Response; deadline: number },
): Promise<UpstreamAnswer> {
  const onGone = () => exchange.fail(new CallerGoneError());
  // The whole answer counts: a timer of idleness would never end one that drips.
  const timer = setTimeout(() => exchange.fail(tooSlow()), deadline - Date.now());
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

function createSender(target: string, agent: Agent): Send {
  return createProxyMiddleware<Request, Exchange>({
    target,
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    // Its own plugins answer the client in plain text.
    ejectPlugins: true,
    plugins: [
      (proxy) => {
        proxy.on('proxyReq', sendBody);
        proxy.on('proxyRes', (answer, _request, exchange) => exchange.collect(answer));
        proxy.on('error', fail);
        proxy.on('econnreset', fail);
      },
    ],
  });
}

function sendBody(outgoing: ClientRequest, _request: Request, exchange: Exchange): void {
  exchange.isOnReusedSocket = outgoing.reusedSocket;
  const { requestBody } = exchange;
  if (requestBody.length > 0 && mayHaveBody(outgoing.method)) outgoing.write(requestBody);
}

function fail(error: Error, _request: unknown, exchange: unknown): void {
  if (exchange instanceof Exchange) exchange.fail(explain(error, exchange));
}

function explain(error: Error, exchange: Exchange): UpstreamError {
  const isReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
  return isReset && exchange.isOnReusedSocket ? new StaleConnectionError(error) : unusable(error);
}

function tooSlow(): UpstreamError {
  return new UpstreamError('This is taking too long. Please try again.', { status: 504 });
}
