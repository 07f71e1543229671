import type { Session } from '@cairn/contracts/http/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { isPassing, messageOf } from '../../lib/api-error.ts';
import { useEntryState } from '../../lib/use-entry-state.ts';
import { beginSession } from '../session/session-store.ts';
import { useLinkToken } from './use-link-token.ts';

type Verification = { state: 'verifying' | 'verified' } | FailedVerification;

export type FailedVerification = {
  state: 'failed';
  reason: string;
  /** Where the same link may well work in a moment. It is in the address bar no longer. */
  retry: (() => void) | null;
  isRetrying: boolean;
};

/** Uses the link's token once, whatever renders again: it is single-use at the server. */
export function useEmailVerification(): Verification {
  const token = useLinkToken();
  const { isSuccess, isFetching, error, refetch } = useQuery(verificationQuery(token));
  const [kept, keep] = useEntryState('emailVerified');
  useEffect(() => {
    if (isSuccess && !kept) keep('yes');
  });
  // The token works once and is in no address bar any more: a reload would call this a failure.
  if (isSuccess || kept) return { state: 'verified' };
  if (token === '') return failed('Verification token is missing');
  if (!error) return { state: 'verifying' };
  const texts = { refused: 'Verification failed', failed: 'An error occurred during verification' };
  const again = isPassing(error) ? { retry: () => void refetch(), isRetrying: isFetching } : {};
  return { ...failed(messageOf(error, texts)), ...again };
}

function failed(reason: string): FailedVerification {
  return { state: 'failed', reason, retry: null, isRetrying: false };
}

/** A query, since its cache outlives the second mount of StrictMode; a mutation would run twice. */
function verificationQuery(token: string) {
  return queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => verify(token),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function verify(token: string): Promise<true> {
  const session = await callApi<Session>(
    `/api/auth/verify-email?token=${encodeURIComponent(token)}`,
    { token: null },
  );
  beginSession(session.token, session.user);
  return true;
}
