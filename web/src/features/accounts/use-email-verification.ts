import type { Session } from '@cairn/contracts/http/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { beginSession } from '../session/session-store.ts';
import { useLinkToken } from './use-link-token.ts';

type Verification = { state: 'verifying' | 'verified' } | { state: 'failed'; reason: string };

/** Uses the link's token once, whatever renders again: it is single-use at the server. */
export function useEmailVerification(): Verification {
  const token = useLinkToken();
  const { isSuccess, error } = useQuery(verificationQuery(token));
  if (isSuccess) return { state: 'verified' };
  if (token === '') return { state: 'failed', reason: 'Verification token is missing' };
  if (!error) return { state: 'verifying' };
  const texts = { refused: 'Verification failed', failed: 'An error occurred during verification' };
  return { state: 'failed', reason: messageOf(error, texts) };
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
