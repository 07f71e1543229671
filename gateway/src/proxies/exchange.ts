import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  ServerResponse,
} from 'node:http';
import { AppError, UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Request, Response } from 'express';

export type UpstreamAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Above the largest response of any route (5 MB, the SQL tool). */
export const MAX_ANSWER_BYTES = 8_000_000;

/**
 * Replaces the client's response while a service is called. The proxy destroys its response when the
 * service aborts; the client's own response stays intact for a JSON error.
 */
export class Exchange extends ServerResponse<Request> {
  readonly requestBody: Buffer;
  /** Set when a connection to the service is assigned. */
  outgoing: ClientRequest | undefined;
  readonly #outcome = Promise.withResolvers<UpstreamAnswer>();

  constructor(request: Request, requestBody: Buffer) {
    super(request);
    this.requestBody = requestBody;
  }

  get answer(): Promise<UpstreamAnswer> {
    return this.#outcome.promise;
  }

  /** The request is sent completely, or the service does not accept the connection. */
  isWaitingForService(): boolean {
    const { writableFinished = false, socket } = this.outgoing ?? {};
    return writableFinished || socket?.connecting === true;
  }

  fail(error: unknown): void {
    this.#outcome.reject(error);
  }

  /** Reads the whole response first, so that an aborted or endless one is detected before a byte is sent. */
  collect(answer: IncomingMessage): void {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
      else this.fail(badGateway(new Error('the answer is too large')));
    });
    answer.on('error', (cause) => this.fail(badGateway(cause)));
    answer.on('end', () => {
      const { statusCode: status = 502, headers } = answer;
      this.#outcome.resolve({ status, headers, body: Buffer.concat(chunks) });
    });
  }

  /** A ServerResponse without a socket does not emit `close`. */
  override destroy(error?: Error): this {
    if (this.destroyed) return this;
    super.destroy(error);
    this.emit('close');
    return this;
  }
}

export const BAD_GATEWAY_TEXT = 'Something went wrong. Please try again.';

export function badGateway(cause: unknown): UpstreamError {
  return new UpstreamError(BAD_GATEWAY_TEXT, { status: 502, cause });
}

const BODY_TIMEOUT_MS = 10_000;
/** How much of a too large body is read and discarded, so that its sender can read the 413. */
const DROPPED_BYTES = 8_000_000;

/** The client disconnected; the response is not read. */
export class CallerGoneError extends AppError {
  override name = 'CallerGoneError';
  constructor() {
    super('The connection was closed.', { code: 'caller_gone', status: 499 });
  }
}

/** The exact bytes of a body. Throws 413 above `maxBytes`, 408 if it does not arrive in time. */
export function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const timer = setTimeout(() => reject(tooSlow()), BODY_TIMEOUT_MS);
  const chunks: Buffer[] = [];
  let size = 0;
  if (isEncoded(request)) reject(unsupported('Please send the body without compression.'));
  if (!isUtf8(request)) reject(unsupported('Please send the body in UTF-8.'));
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) reject(tooLarge());
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else reject(tooLarge());
    if (size > maxBytes + DROPPED_BYTES) request.destroy();
  });
  request.on('end', () => resolve(Buffer.concat(chunks)));
  request.on('close', () => {
    if (!request.readableEnded) reject(new CallerGoneError());
  });
  return promise.finally(() => clearTimeout(timer));
}

function isEncoded(request: Request): boolean {
  return (request.headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** In other encodings the same address could be counted as different ones. */
function isUtf8(request: Request): boolean {
  const named = (request.headers['content-type'] ?? '').matchAll(/charset\s*=\s*([^;]*)/gi);
  return [...named].every(([, name = '']) => /^("utf-8"|utf-8)\s*$/i.test(name));
}

function tooLarge(): AppError {
  return new AppError('That is too large.', { code: 'too_large', status: 413 });
}

function tooSlow(): AppError {
  return new AppError('The request did not arrive in time.', {
    code: 'too_slow',
    status: 408,
    headers: { connection: 'close' },
  });
}

function unsupported(message: string): AppError {
  return new AppError(message, { code: 'unsupported_encoding', status: 415 });
}

/** Client headers that are forwarded. Identity and address headers are not among them. */
const FORWARDED_HEADERS = new Set([
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'referer',
  'stripe-signature',
  'user-agent',
  'x-twilio-email-event-webhook-signature',
  'x-twilio-email-event-webhook-timestamp',
  'x-twilio-signature',
]);

/** What the gateway knows about a request. */
export type OwnHeaders = {
  address: string;
  isHttps: boolean;
  requestId: string;
  traceparent: string;
};

/** Request headers for a service: allowed client headers, and the gateway's own. */
export function headersForUpstream(
  headers: IncomingHttpHeaders,
  { address, isHttps, requestId, traceparent }: OwnHeaders,
): IncomingHttpHeaders {
  const passedOn: IncomingHttpHeaders = {};
  for (const name of FORWARDED_HEADERS)
    if (headers[name] !== undefined) passedOn[name] = headers[name];
  passedOn['x-forwarded-for'] = address;
  passedOn['x-forwarded-proto'] = isHttps ? 'https' : 'http';
  passedOn['x-forwarded-host'] = headers.host ?? '';
  passedOn['x-request-id'] = requestId;
  passedOn['traceparent'] = traceparent;
  return passedOn;
}

export function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

const DROPPED_HEADERS = new Set([
  // Hop-by-hop headers (RFC 9110 7.6.1).
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Set by the gateway.
  'content-length',
  'date',
  'server',
  'traceparent',
  'x-powered-by',
  'x-request-id',
]);

/** Response headers that are forwarded to the client. */
export function headersForClient(headers: IncomingHttpHeaders): Array<[string, string | string[]]> {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || DROPPED_HEADERS.has(name) ? [] : [[name, value]],
  );
}

/** Forwards a service's response without hop-by-hop headers and those that the gateway sets. */
export function sendAnswer(response: Response, { status, headers, body }: UpstreamAnswer): void {
  response.status(status);
  response.setHeader('cache-control', 'no-store');
  for (const [name, value] of headersForClient(headers)) response.setHeader(name, value);
  const length = headers['content-length'];
  if (response.req.method === 'HEAD' && length) response.setHeader('content-length', length);
  response.end(body);
}
