/** What became of a call to a provider. */
export type SendOutcome =
  | { kind: 'sent'; providerMessageId: string | null }
  /** It said no, and would say no again. */
  | { kind: 'refused'; error: string }
  /** The number has said STOP. */
  | { kind: 'suppressed'; error: string }
  /** It did not take it, and may later; `waitSeconds` is its own word for when. */
  | { kind: 'later'; error: string; waitSeconds: number | null }
  /** The call went out and no answer came back. */
  | { kind: 'unknown'; error: string };

/** Errors of a connection that never carried the request. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** What a call without an answer means. */
export function classifyFault(error: { code?: unknown; message?: string }): SendOutcome {
  const { code, message } = error;
  if (typeof code === 'string' && NEVER_SENT.has(code)) {
    return { kind: 'later', error: code, waitSeconds: null };
  }
  return { kind: 'unknown', error: String(code ?? message) };
}

/** Seconds or a date, as the header `Retry-After` has it; null where it says nothing. */
export function readRetryAfter(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
