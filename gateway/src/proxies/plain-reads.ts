import type { IncomingMessage } from 'node:http';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import { SERVICE_NAMES } from '@cairn/contracts/services.ts';
import { gatewayLimitsOf } from './limits.ts';
import type { Upstream, Upstreams } from './upstreams.ts';

export type PlainRead = { route: string; upstream: Upstream };

/** The read that a request asks for; null for other requests, which Express serves. */
export type FindPlainRead = (request: IncomingMessage) => PlainRead | null;

/** Reads without a query or a body that only the general limit counts, with parameters that need no decoding. */
export function createFindPlainRead(services: Upstreams['services']): FindPlainRead {
  const fixed = new Map<string, PlainRead>();
  const patterns: { pattern: RegExp; read: PlainRead }[] = [];
  for (const name of SERVICE_NAMES) {
    for (const route of PUBLIC_ROUTES[name].filter(isPlainRead)) {
      const read = { route: route.path, upstream: services[name] };
      if (!route.path.includes(':')) fixed.set(route.path, read);
      else patterns.push({ pattern: patternOf(route.path), read });
    }
  }
  return ({ url = '', headers }) => {
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      return null;
    return fixed.get(url) ?? patterns.find(({ pattern }) => pattern.test(url))?.read ?? null;
  };
}

function isPlainRead(route: AnyRoute): boolean {
  return route.method === 'GET' && gatewayLimitsOf(route).length === 0;
}

function patternOf(path: string): RegExp {
  const source = path.replace(/[.]/g, '\\.').replace(/:[A-Za-z]+/g, '[\\w-]+');
  return new RegExp(`^${source}$`);
}
