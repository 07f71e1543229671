/** The outcome of a call to a provider. */
export type SendOutcome =
  | { kind: 'sent'; providerMessageId: string | null }
  /** Permanently refused. */
  | { kind: 'refused'; error: string }
  /** The number has sent STOP. */
  | { kind: 'suppressed'; error: string }
  /** Not accepted now; `waitSeconds` is the provider's Retry-After. */
  | { kind: 'retry'; error: string; waitSeconds: number | null }
  /** The request was sent, but no response arrived. */
  | { kind: 'unknown'; error: string };

/** Connection errors after which the request was certainly not sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Classifies a call without a response. */
export function classifyConnectionError(error: { code?: unknown; message?: string }): SendOutcome {
  const { code, message } = error;
  if (typeof code === 'string' && NEVER_SENT.has(code)) {
    return { kind: 'retry', error: code, waitSeconds: null };
  }
  return { kind: 'unknown', error: String(code ?? message) };
}

/** Parses the header `Retry-After`, seconds or a date; null if missing or invalid. */
export function readRetryAfter(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
