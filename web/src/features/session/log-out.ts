import { callApi } from '../../lib/api-client.ts';
import { endSession, readToken } from '../../lib/session-store.ts';

/** Ends the session here immediately, also offline, and at the server if it is reachable. */
export function logOut(): void {
  const token = readToken();
  endSession('logout');
  if (token) void callApi('POST /api/auth/logout', { token }).catch(() => undefined);
}
