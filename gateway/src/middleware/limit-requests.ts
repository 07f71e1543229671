import { GENERAL_LIMIT } from '@cairn/contracts/http/limits.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import type { RequestHandler } from 'express';
import { setHeaders } from '../proxies/counted-call.ts';
import { WEBHOOKS } from '../proxies/forward.routes.ts';

/** The general limit on /api. Webhooks are exempt: a refused one would delay recording a payment. */
export function limitRequests(limiter: Limiter<string>): RequestHandler {
  return async (request, response, next) => {
    const { path } = request;
    if (!path.startsWith('/api/') || path.startsWith(WEBHOOKS)) return next();
    const key = addressKey(clientAddress(request));
    const { headers } = await limiter.reserve({ limit: GENERAL_LIMIT.name, key });
    setHeaders(response, headers);
    next();
  };
}
