import type { GatewayLimit } from '@cairn/contracts/http/limits.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import { SERVICE_NAMES, type ServiceName } from '@cairn/contracts/services.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Authenticate } from '@cairn/service-kit/identity.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import { type Request, type RequestHandler, Router } from 'express';
import { readBody, sendAnswer } from './exchange.ts';
import { accountInBody, callCounted, gatewayLimitsOf, WEBHOOKS } from './limits.ts';
import type { Upstreams } from './upstreams.ts';

export type ForwardOptions = {
  upstreams: Pick<Upstreams, 'services' | 'webhooks'>;
  limiter: Limiter<string>;
  authenticate: Authenticate;
};

/** Forwards the routes of the contract to their services, and nothing else. */
export function forwardRoutes(options: ForwardOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const name of SERVICE_NAMES) {
    for (const route of PUBLIC_ROUTES[name]) {
      const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      router[method](route.path, forward(route, name, options));
    }
  }
  return router;
}

function forward(
  route: AnyRoute,
  name: ServiceName,
  { upstreams, limiter, authenticate }: ForwardOptions,
): RequestHandler {
  const limits = gatewayLimitsOf(route);
  const upstream = upstreams[route.path.startsWith(WEBHOOKS) ? 'webhooks' : 'services'][name];
  return async (request, response) => {
    const body = await readBody(request, route.maxBodyBytes);
    const counted = limits.flatMap((limit) => {
      const key = keyOf(limit, { request, body, authenticate });
      return key === null ? [] : [{ limit, key }];
    });
    const call = () => upstream.forward(request, response, body);
    sendAnswer(response, await callCounted(limiter, counted, { response, call }));
  };
}

type CallContext = { request: Request; body: Buffer; authenticate: Authenticate };

/** Null if the request has no such key: the service refuses it. */
function keyOf({ per }: GatewayLimit, { request, body, authenticate }: CallContext): string | null {
  const address = addressKey(clientAddress(request));
  if (per === 'address') return address;
  if (per === 'account' || per === 'account-and-address') {
    const account = accountInBody(body, address);
    return account && per === 'account-and-address' ? `${account}:${address}` : account;
  }
  try {
    return authenticate(request.headers.authorization).userId;
  } catch {
    return null;
  }
}
