import { ApiError } from '../../lib/api-error.ts';

/** What the last answer about the token means for the session. */
export type Reach = 'fine' | 'refused' | 'offline' | 'away';

/** Only an answer that refuses ends a session; silence and faults of the server keep it. */
export function judgeVerification(error: unknown): Reach {
  if (!error) return 'fine';
  if (!(error instanceof ApiError)) return 'offline';
  return error.status === 401 || error.status === 403 ? 'refused' : 'away';
}
