import type { Answer } from '@cairn/testing/http.ts';

const TRIES = 5;

/**
 * The copies and the stub servers share one process: on a busy machine a call may exceed the timeout
 * of a service. Retries 503 and 504, as the page and Stripe do.
 */
export async function whileSlow(
  send: () => Promise<Answer>,
  accepted: number[] = [],
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    const isSlow = [503, 504].includes(answer.status) && !accepted.includes(answer.status);
    if (!isSlow || tries === TRIES) return answer;
  }
}
