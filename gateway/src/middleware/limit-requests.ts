import type { IncomingMessage } from 'node:http';
import { GENERAL_LIMIT } from '@cairn/contracts/http/limits.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { RequestHandler } from 'express';
import { setHeaders } from '../proxies/counted-call.ts';
import { WEBHOOKS } from '../proxies/forward.routes.ts';

export type RequestLimit = {
  /** Counts the request by its address. Rejects again, without counting, a request that it refused. */
  reserve(request: IncomingMessage, key: string): Promise<Reservation>;
};

/** The general limit on /api. */
export function createRequestLimit(limiter: Limiter<string>): RequestLimit {
  const refusals = new WeakMap<IncomingMessage, unknown>();
  return {
    async reserve(request, key) {
      if (refusals.has(request)) throw refusals.get(request);
      try {
        return await limiter.reserve({ limit: GENERAL_LIMIT.name, key });
      } catch (refusal) {
        refusals.set(request, refusal);
        throw refusal;
      }
    },
  };
}

/** Webhooks are exempt: a refused one would delay recording a payment. */
export function limitRequests(limit: RequestLimit): RequestHandler {
  return async (request, response, next) => {
    const { path } = request;
    if (!path.startsWith('/api/') || path.startsWith(WEBHOOKS)) return next();
    const { headers } = await limit.reserve(request, addressKey(clientAddress(request)));
    setHeaders(response, headers);
    next();
  };
}
