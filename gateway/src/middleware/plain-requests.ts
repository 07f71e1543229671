import type { IncomingMessage } from 'node:http';
import { AppError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Request, RequestHandler } from 'express';

/** Path syntax that two parsers may interpret differently. */
const AMBIGUOUS = /\\|\/\/|\/\.{1,2}(\/|$)|%(2e|2f|5c|00|25)/i;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** Refuses requests that no normal client sends: absolute or ambiguous paths, two hosts, protocol upgrades. */
export function plainRequests(): RequestHandler {
  return (request, _response, next) => {
    const [path = ''] = request.url.split('?', 1);
    const isPlain =
      path.startsWith('/') &&
      PRINTABLE.test(request.url) &&
      !AMBIGUOUS.test(path) &&
      isDecodable(path);
    if (!isPlain) throw new InvalidInputError('The address of the request could not be read.');
    refuseInvalidHeaders(request);
    next();
  };
}

/** True if the request has one host and asks for no upgrade or expectation. */
export function isPlainMessage(request: IncomingMessage): boolean {
  const { upgrade, expect } = request.headers;
  return countHosts(request) === 1 && upgrade === undefined && expect === undefined;
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function refuseInvalidHeaders(request: Request): void {
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
    throw new ClosingError('The host of the request could not be read.', 400);
  if (request.headers.upgrade !== undefined)
    throw new ClosingError('The protocol cannot be changed here.', 400);
  if (!/^(100-continue)?$/i.test(request.headers.expect ?? ''))
    throw new ClosingError('The expectation of the request cannot be met.', 417);
}

/** Closes the connection: following bytes may belong to another protocol. */
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
