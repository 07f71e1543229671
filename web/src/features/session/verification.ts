import { ApiError } from '../../lib/api-error.ts';

/** Result of the last token check. */
export type VerificationState = 'ok' | 'refused' | 'offline' | 'unavailable';

/** Only 401 and 403 end a session; network and server errors keep it. */
export function evaluateVerification(error: unknown): VerificationState {
  if (!error) return 'ok';
  if (!(error instanceof ApiError)) return 'offline';
  return error.status === 401 || error.status === 403 ? 'refused' : 'unavailable';
}
