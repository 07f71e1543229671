import { uploadImage } from '@cairn/contracts/http/images.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES, type Upstream as UpstreamName } from '@cairn/contracts/http/routes.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Authenticate } from '@cairn/service-kit/identity.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import { type Request, type RequestHandler, Router } from 'express';
import { LIMITS, LIMITS_OF_ROUTES, type LimitName } from '../limits/limits.ts';
import { accountInBody } from './account-in-body.ts';
import { sendAnswer } from './answers.ts';
import { callCounted } from './counted-call.ts';
import { readBody } from './request-body.ts';
import type { Upstreams } from './upstreams.ts';

export type ForwardOptions = {
  upstreams: Pick<Upstreams, 'services' | 'webhooks'>;
  limiter: Limiter<LimitName>;
  authenticate: Authenticate;
};

const MAX_BODY_BYTES = 200_000;
/** Mailings may list thousands of addresses. */
const MAX_STAFF_BYTES = 1_000_000;
/** An image of 2 MB plus multipart overhead. */
const MAX_IMAGE_BYTES = 2_200_000;
const MAX_WEBHOOK_BYTES = 2_000_000;

export const WEBHOOKS = '/api/webhooks/';
const BACK_OFFICE = '/api/admin/';

/** Forwards the routes of the contract to their services, and nothing else. */
export function forwardRoutes(options: ForwardOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const name of Object.keys(options.upstreams.services) as UpstreamName[]) {
    for (const route of PUBLIC_ROUTES[name]) {
      const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
      router[method](route.path, forward(route, name, options));
    }
  }
  return router;
}

function forward(
  route: AnyRoute,
  name: UpstreamName,
  { upstreams, limiter, authenticate }: ForwardOptions,
): RequestHandler {
  const maxBytes = maxBytesOf(route);
  const limits = limitsOf(route);
  const upstream = upstreams[route.path.startsWith(WEBHOOKS) ? 'webhooks' : 'services'][name];
  return async (request, response) => {
    const body = await readBody(request, maxBytes);
    const claims = limits.flatMap((limit) => {
      const key = keyOf(limit, { request, body, authenticate });
      return key === null ? [] : [{ limit, key }];
    });
    const call = () => upstream.forward(request, response, body);
    sendAnswer(response, await callCounted(limiter, claims, { response, call }));
  };
}

function maxBytesOf(route: AnyRoute): number {
  if (route === uploadImage) return MAX_IMAGE_BYTES;
  if (route.path.startsWith(BACK_OFFICE)) return MAX_STAFF_BYTES;
  return route.path.startsWith(WEBHOOKS) ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES;
}

function limitsOf(route: AnyRoute): readonly LimitName[] {
  return [
    ...(route.path.startsWith(BACK_OFFICE) ? (['admin-address'] as const) : []),
    ...(LIMITS_OF_ROUTES.get(route) ?? []),
  ];
}

type CallContext = { request: Request; body: Buffer; authenticate: Authenticate };

/** Null if the request has no such key: the service refuses it. */
function keyOf(limit: LimitName, { request, body, authenticate }: CallContext): string | null {
  const address = addressKey(clientAddress(request));
  const { per } = LIMITS[limit];
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
