import { ApiError } from './api-error.ts';
import { randomHex } from './random-hex.ts';

/** Keys of submissions without a final answer, by their content. */
const pendingKeys = new Map<string, string>();

/** Statuses that do not say whether an earlier attempt of the same submission had an effect. */
const NOT_FINAL: ReadonlySet<number> = new Set([401, 408, 425, 429]);
const CONFLICT = 409;

/**
 * Calls with an Idempotency-Key: the same key while the same content is retried
 * after a lost answer, a new key after a final answer or for other content.
 */
export async function withIdempotencyKey<Answer>(
  submission: readonly unknown[],
  call: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const content = JSON.stringify(submission);
  const key = pendingKeys.get(content) ?? randomHex(16);
  pendingKeys.set(content, key);
  try {
    const answer = await call(key);
    pendingKeys.delete(content);
    return answer;
  } catch (error) {
    if (isFinal(error)) pendingKeys.delete(content);
    throw error;
  }
}

/** Whether the error says that no attempt of the submission can still have an effect. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status >= 500) return false;
  return !NOT_FINAL.has(error.status) && !isInProgress(error);
}

/** An earlier request with the key has no answer yet: the only 409 with a Retry-After. */
function isInProgress({ status, retryAfter }: ApiError): boolean {
  return status === CONFLICT && retryAfter !== null;
}
