import { AppError } from '@cairn/service-kit/errors.ts';
import type { Request } from 'express';

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
