import type { User } from '@cairn/contracts/http/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import {
  endSession,
  readServerSnapshot,
  readSnapshot,
  readStoredUser,
  readToken,
  storeUser,
  subscribe,
} from './session-store.ts';
import { isTokenUnexpired } from './token-expiry.ts';
import { evaluateVerification } from './verification.ts';

export const SESSION_KEY = ['session'] as const;
/** Prefix of the query keys of personal data; removed with the session. */
export const PERSONAL_KEY = ['personal'] as const;

/** The session: immediately from localStorage, then verified by the server. */
export function useSession() {
  const { token, ended } = useSyncExternalStore(subscribe, readSnapshot, readServerSnapshot);
  const isKnown = useIsHydrated();
  const query = useQuery(sessionQuery(token));
  return {
    token,
    ended,
    user: token ? query.data : undefined,
    isSignedIn: isTokenUnexpired(token),
    /** False in prerendered pages until they are hydrated. */
    isKnown,
    verification: token ? evaluateVerification(query.error) : 'ok',
  };
}

function sessionQuery(token: string | null) {
  return queryOptions({
    queryKey: [...SESSION_KEY, token],
    queryFn: ({ signal }) => verifyToken(token, signal),
    enabled: token !== null,
    initialData: () => (token ? readStoredUser() : undefined),
    initialDataUpdatedAt: 0,
    retry: false,
  });
}

async function verifyToken(token: string | null, signal: AbortSignal): Promise<User> {
  try {
    const user = await callApi<User>('/api/auth/verify', { token, signal });
    if (readToken() === token) storeUser(user);
    return user;
  } catch (error) {
    const isCurrent = readToken() === token;
    if (isCurrent && evaluateVerification(error) === 'refused') endSession('refused');
    throw error;
  }
}
