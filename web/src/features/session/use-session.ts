import type { User } from '@cairn/contracts/http/accounts.ts';
import { callApi } from '../../lib/api-client.ts';
import { createResource, useResource } from '../../lib/resource.ts';
import {
  endSession,
  readStoredUser,
  readToken,
  sessionStore,
  storeUser,
} from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import { isTokenUnexpired } from './token-expiry.ts';
import { evaluateVerification } from './verification.ts';

const verifiedUser = createResource({
  load: verifyToken,
  readInitial: () => (readToken() ? readStoredUser() : undefined),
  isEnabled: () => readToken() !== null,
  retries: 0,
});
sessionStore.subscribe(verifiedUser.reset);

/** Verifies the token again, for example after a purchase, which changes the user's products. */
export const refreshSession = verifiedUser.refresh;

/** The session: immediately from localStorage, then verified by the server. */
export function useSession() {
  const { token, ended } = useStore(sessionStore, (session) => session);
  const isKnown = useIsHydrated();
  const { data, error } = useResource(verifiedUser);
  return {
    token,
    ended,
    user: token ? data : undefined,
    isSignedIn: isTokenUnexpired(token),
    /** False in prerendered pages until they are hydrated. */
    isKnown,
    verification: token ? evaluateVerification(error) : 'ok',
  };
}

async function verifyToken(signal: AbortSignal): Promise<User> {
  const token = readToken();
  try {
    const user = await callApi('GET /api/auth/verify', { token, signal });
    if (readToken() === token) storeUser(user);
    return user;
  } catch (error) {
    const isCurrent = readToken() === token;
    if (isCurrent && evaluateVerification(error) === 'refused') endSession('refused');
    throw error;
  }
}
