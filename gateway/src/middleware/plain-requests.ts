import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { RequestHandler } from 'express';

/** Signs that two programs may read a path in two ways. */
const AMBIGUOUS = /\\|\/\/|\/\.{1,2}(\/|$)|%(2e|2f|5c|00|25)/i;
const PRINTABLE = /^[\x21-\x7e]+$/;

/** Refuses what no honest client sends: an absolute or ambiguous path, and a change of protocol. */
export function plainRequests(): RequestHandler {
  return (request, _response, next) => {
    const [path = ''] = request.url.split('?', 1);
    const isPlain =
      path.startsWith('/') &&
      PRINTABLE.test(request.url) &&
      !AMBIGUOUS.test(path) &&
      isDecodable(path);
    if (!isPlain) throw new InvalidInputError('The address of the request could not be read.');
    if (request.headers.upgrade !== undefined) {
      throw new InvalidInputError('The protocol cannot be changed here.');
    }
    next();
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
