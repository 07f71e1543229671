import type { Endpoint, EndpointAnswer, EndpointInput } from '@cairn/contracts/http/endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { type CallOptions, callApi } from '../../../lib/api-client.ts';
import { withIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { PERSONAL_KEY } from '../../../lib/query-keys.ts';
import { readServerClock } from './server-clock.ts';

type StaffEndpoint = Extract<Endpoint, `${string} /api/admin/${string}`>;
interface StaffOptions extends CallOptions {
  /** The version that an edit began with; 409 with `current` if there is a newer one. */
  ifMatch?: number | undefined;
}
type StaffCall<Name extends StaffEndpoint> = EndpointInput<Name> & StaffOptions;

/** Calls a staff route; a change carries an Idempotency-Key, which retries of the same change repeat. */
export function callRoute<Name extends StaffEndpoint>(
  endpoint: Name,
  call: StaffCall<Name>,
): Promise<EndpointAnswer<Name>> {
  const sentAt = Date.now();
  const onAnswer = (response: Response) => readServerClock(response, sentAt);
  const run = (headers: Record<string, string>) =>
    callApi<Name>(endpoint, { ...call, headers, onAnswer });
  if (endpoint.startsWith('GET')) return run({});
  return withIdempotencyKey([endpoint, call], (key) =>
    run({
      'idempotency-key': key,
      ...(call.ifMatch !== undefined && { 'if-match': `"${call.ifMatch}"` }),
    }),
  );
}

/** Admin query: shows cached data immediately and always refetches. */
export function adminQuery<Name extends StaffEndpoint>(
  endpoint: Name,
  call: StaffCall<Name>,
  ...key: readonly unknown[]
) {
  return queryOptions({
    queryKey: adminKey(...key),
    queryFn: ({ signal }) => callRoute<Name>(endpoint, { ...call, signal }),
    staleTime: 0,
  });
}

/** For a read that the server writes to the activity log: one for each opening of the page, none by itself. */
export const LOGGED_READ = {
  staleTime: Infinity,
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;

/** Query key below PERSONAL_KEY, so the data is removed with the session. */
export function adminKey(...parts: readonly unknown[]) {
  return [...PERSONAL_KEY, 'admin', ...parts] as const;
}
