import { classifyFault, readRetryAfter } from '../sending/send-outcome.ts';
import type { BatchOutcome } from './mail-provider.ts';

type Answer = { headers?: Record<string, string | undefined>; body?: unknown };

/** What an error of SendGrid's package means for the mails of the call. */
export function classify(error: unknown): BatchOutcome {
  const fault = error as { code?: unknown; message?: string; response?: Answer };
  const { code, response } = fault;
  if (typeof code !== 'number' || !response) return classifyFault(fault);
  if (code === 429 || code >= 500) {
    return { kind: 'later', error: `status ${code}`, waitSeconds: readWait(response.headers) };
  }
  const fields = readFields(response.body);
  const reasons = fields.map((field) => field ?? 'request').join(', ') || 'no reason given';
  const refusedAt = code === 400 ? readPlaces(fields) : [];
  return {
    kind: 'refused',
    error: `status ${code}: ${reasons}`.slice(0, 300),
    ...(refusedAt.length > 0 ? { refusedAt } : {}),
    ...(code === 400 && fields.every(isVague) ? { isCulpritHidden: true } : {}),
  };
}

/** SendGrid tells the second in which its limit ends; proxies in between tell the seconds. */
function readWait(headers: Answer['headers'] = {}): number | null {
  const told = readRetryAfter(headers['retry-after']);
  const reset = Number(headers['x-ratelimit-reset']);
  if (told !== null || !reset) return told;
  return Math.max(0, reset - Date.now() / 1000);
}

/** The fields that were refused; the texts beside them may repeat an address. */
function readFields(body: unknown): (string | null)[] {
  const errors = (body as { errors?: { field?: unknown }[] } | undefined)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.map(({ field }) => (typeof field === 'string' ? field : null));
}

/** Other fields (`subject`, `content`, `from`) are the same for all. */
function isVague(field: string | null): boolean {
  return field === null || field === 'personalizations';
}

function readPlaces(fields: (string | null)[]): number[] {
  const places = fields.map((field) => /^personalizations\.(\d+)(?:\.|$)/.exec(field ?? '')?.[1]);
  return [...new Set(places.filter((place) => place !== undefined).map(Number))];
}
