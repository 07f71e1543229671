import { type AnyRoute, fillPath } from '@cairn/contracts/http/route.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '../../../lib/api-client.ts';
import { withIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { PERSONAL_KEY } from '../../session/use-session.ts';

type Given<Route extends AnyRoute> = {
  params?: z.input<Route['params']> & Record<string, string>;
  query?: Partial<z.input<Route['query']>>;
  body?: z.input<Route['body']>;
  signal?: AbortSignal;
};

/** One call of the contract, with its types. */
export function callRoute<Route extends AnyRoute>(
  route: Route,
  { params, query, body, signal }: Given<Route> = {},
): Promise<z.output<Route['answer']>> {
  const path = fillPath(route.path, params ?? {}) + searchOf(query ?? {});
  const { method } = route;
  if (method === 'GET') return callApi(path, { signal });
  return withIdempotencyKey([method, path, body], (idempotencyKey) =>
    callApi(path, { method, body, signal, idempotencyKey }),
  );
}

/** A question of the back office: what was heard before is shown at once, and always asked anew. */
export function adminQuery<Route extends AnyRoute>(
  route: Route,
  given: Omit<Given<Route>, 'signal'>,
  ...key: readonly unknown[]
) {
  return queryOptions({
    queryKey: adminKey(...key),
    queryFn: ({ signal }) => callRoute(route, { ...given, signal }),
    staleTime: 0,
  });
}

/** What is left out or empty is not asked for. */
function searchOf(query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return entries.length > 0 ? `?${search}` : '';
}

/** For answers of the back office; they go with the session. */
export function adminKey(...parts: readonly unknown[]) {
  return [...PERSONAL_KEY, 'admin', ...parts] as const;
}
