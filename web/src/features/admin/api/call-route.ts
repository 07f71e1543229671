import { type AnyRoute, fillPath } from '@cairn/contracts/http/route.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '../../../lib/api-client.ts';
import { withIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { PERSONAL_KEY } from '../../../lib/query-keys.ts';
import { readServerClock } from './server-clock.ts';

type RouteInput<Route extends AnyRoute> = {
  params?: z.input<Route['params']> & Record<string, string>;
  query?: Partial<z.input<Route['query']>>;
  body?: z.input<Route['body']>;
  signal?: AbortSignal;
  /** The version that the edit began with; 409 with `current` if there is a newer one. */
  ifMatch?: number | undefined;
};

/** Calls one route of the contract with its input and answer types. */
export function callRoute<Route extends AnyRoute>(
  route: Route,
  { params, query, body, signal, ifMatch }: RouteInput<Route> = {},
): Promise<z.output<Route['answer']>> {
  const path = fillPath(route.path, params ?? {}) + queryString(query ?? {});
  const { method } = route;
  const sentAt = Date.now();
  const onAnswer = (response: Response) => readServerClock(response, sentAt);
  if (method === 'GET') return callApi(path, { signal, onAnswer });
  return withIdempotencyKey([method, path, body, ifMatch], (idempotencyKey) =>
    callApi(path, { method, body, signal, idempotencyKey, ifMatch, onAnswer }),
  );
}

/** Admin query: shows cached data immediately and always refetches. */
export function adminQuery<Route extends AnyRoute>(
  route: Route,
  input: Omit<RouteInput<Route>, 'signal'>,
  ...key: readonly unknown[]
) {
  return queryOptions({
    queryKey: adminKey(...key),
    queryFn: ({ signal }) => callRoute(route, { ...input, signal }),
    staleTime: 0,
  });
}

/** Omits undefined and empty parameters. */
function queryString(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return entries.length > 0 ? `?${search}` : '';
}

/** Query key below PERSONAL_KEY, so the data is removed with the session. */
export function adminKey(...parts: readonly unknown[]) {
  return [...PERSONAL_KEY, 'admin', ...parts] as const;
}
