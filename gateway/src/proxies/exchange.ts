import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  ServerResponse,
} from 'node:http';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Request } from 'express';

export type UpstreamAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** More than any call of ours answers (5 MB, the SQL tool). */
const MAX_ANSWER_BYTES = 8_000_000;

/**
 * Stands in for the client's response while a service is asked. The proxy cuts off what it answers
 * to as soon as the service breaks off; the client's own response stays whole for a refusal in JSON.
 */
export class Exchange extends ServerResponse<Request> {
  readonly requestBody: Buffer;
  /** Set once a connection to the service is assigned. */
  outgoing: ClientRequest | undefined;
  readonly #outcome = Promise.withResolvers<UpstreamAnswer>();

  constructor(request: Request, requestBody: Buffer) {
    super(request);
    this.requestBody = requestBody;
  }

  get answer(): Promise<UpstreamAnswer> {
    return this.#outcome.promise;
  }

  /** The service has the whole request, or does not accept the connection. */
  isWaitingForService(): boolean {
    const { writableFinished = false, socket } = this.outgoing ?? {};
    return writableFinished || socket?.connecting === true;
  }

  fail(error: unknown): void {
    this.#outcome.reject(error);
  }

  /** Reads all of the answer, so that one that breaks off or never ends is known before a byte is sent on. */
  collect(answer: IncomingMessage): void {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
      else this.fail(unusable(new Error('the answer is too large')));
    });
    answer.on('error', (cause) => this.fail(unusable(cause)));
    answer.on('end', () => {
      const { statusCode: status = 502, headers } = answer;
      this.#outcome.resolve({ status, headers, body: Buffer.concat(chunks) });
    });
  }

  /** A response that never had a socket does not say by itself that it is closed. */
  override destroy(error?: Error): this {
    if (this.destroyed) return this;
    super.destroy(error);
    this.emit('close');
    return this;
  }
}

export const UNUSABLE = 'Something went wrong. Please try again.';

export function unusable(cause: unknown): UpstreamError {
  return new UpstreamError(UNUSABLE, { status: 502, cause });
}
