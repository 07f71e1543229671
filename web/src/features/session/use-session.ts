import type { User } from '@cairn/contracts/http/accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import {
  endSession,
  readSnapshot,
  readSnapshotOfBuild,
  readStoredUser,
  readToken,
  storeUser,
  subscribe,
} from './session-store.ts';
import { isTokenAlive } from './token-expiry.ts';
import { judgeVerification } from './verification.ts';

export const SESSION_KEY = ['session'] as const;
/** Begins every key whose answers are for the person logged in only; gone with the session. */
export const PERSONAL_KEY = ['personal'] as const;

/** Who is here: at once from the browser's storage, then as the server says. */
export function useSession() {
  const { token, ended } = useSyncExternalStore(subscribe, readSnapshot, readSnapshotOfBuild);
  const isKnown = useIsHydrated();
  const query = useQuery(sessionQuery(token));
  return {
    token,
    ended,
    user: token ? query.data : undefined,
    isSignedIn: isTokenAlive(token),
    /** False in what was rendered at build, and until the browser has taken it over. */
    isKnown,
    reach: token ? judgeVerification(query.error) : 'fine',
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
    const isStillOurs = readToken() === token;
    if (isStillOurs && judgeVerification(error) === 'refused') endSession('refused');
    throw error;
  }
}
