import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  ServerResponse,
} from 'node:http';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Request } from 'express';

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
