import type { BatchOutcome } from './mail-provider.ts';
import { classifyConnectionError, readRetryAfter } from './send-outcome.ts';

type ErrorResponse = { headers?: Record<string, string | undefined>; body?: unknown };

/** Classifies an error of SendGrid's client for the mails of the call. */
export function classify(error: unknown): BatchOutcome {
  const fault = error as { code?: unknown; message?: string; response?: ErrorResponse };
  const { code, response } = fault;
  if (typeof code !== 'number' || !response) return classifyConnectionError(fault);
  if (code === 429 || code >= 500) {
    return {
      kind: 'retry',
      error: `status ${code}`,
      waitSeconds: readWaitSeconds(response.headers),
    };
  }
  const fields = readFields(response.body);
  const reasons = fields.map((field) => field ?? 'request').join(', ') || 'no reason given';
  const refusedAt = code === 400 ? readRecipientIndexes(fields) : [];
  return {
    kind: 'refused',
    error: `status ${code}: ${reasons}`.slice(0, 300),
    ...(refusedAt.length > 0 ? { refusedAt } : {}),
    ...(code === 400 && fields.every(mayNameRecipient) ? { isCauseUnknown: true } : {}),
  };
}

/** SendGrid sends the Unix time when its limit resets; proxies in between send Retry-After. */
function readWaitSeconds(headers: ErrorResponse['headers'] = {}): number | null {
  const retryAfter = readRetryAfter(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']);
  if (retryAfter !== null || !reset) return retryAfter;
  return Math.max(0, reset - Date.now() / 1000);
}

/** Field names only: the messages beside them may contain an address. */
function readFields(body: unknown): (string | null)[] {
  const errors = (body as { errors?: { field?: unknown }[] } | undefined)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.map(({ field }) => (typeof field === 'string' ? field : null));
}

/** True if some recipient may have caused the refusal; `subject`, `content` and `from` are the same for all. */
function mayNameRecipient(field: string | null): boolean {
  return field === null || field === 'personalizations';
}

function readRecipientIndexes(fields: (string | null)[]): number[] {
  const indexes = fields.map((field) => /^personalizations\.(\d+)(?:\.|$)/.exec(field ?? '')?.[1]);
  return [...new Set(indexes.filter((index) => index !== undefined).map(Number))];
}
