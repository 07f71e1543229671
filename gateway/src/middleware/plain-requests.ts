import { AppError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Request, RequestHandler } from 'express';

/** Signs that two programs may read a path in two ways. */
const AMBIGUOUS = /\\|\/\/|\/\.{1,2}(\/|$)|%(2e|2f|5c|00|25)/i;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** Refuses what no honest client sends: an absolute or ambiguous path, two hosts, and a change of protocol. */
export function plainRequests(): RequestHandler {
  return (request, _response, next) => {
    const [path = ''] = request.url.split('?', 1);
    const isPlain =
      path.startsWith('/') &&
      PRINTABLE.test(request.url) &&
      !AMBIGUOUS.test(path) &&
      isDecodable(path);
    if (!isPlain) throw new InvalidInputError('The address of the request could not be read.');
    refuseOddHeaders(request);
    next();
  };
}

function refuseOddHeaders(request: Request): void {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (hosts.length > 1 || (hosts.length === 0 && request.httpVersion === '1.1'))
    throw new ClosingError('The host of the request could not be read.', 400);
  if (request.headers.upgrade !== undefined)
    throw new ClosingError('The protocol cannot be changed here.', 400);
  if (!/^(100-continue)?$/i.test(request.headers.expect ?? ''))
    throw new ClosingError('The expectation of the request cannot be met.', 417);
}

/** What comes after such a request on its connection may be meant for another protocol. */
class ClosingError extends AppError {
  override name = 'ClosingError';
  constructor(message: string, status: 400 | 417) {
    super(message, { code: 'invalid_input', status, headers: { connection: 'close' } });
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
