import type { Answer } from '@cairn/testing/http.ts';

const TRIES = 5;

/**
 * Copies, providers and neighbours share a test's one process: on a busy machine a call takes longer
 * than a service waits. Whoever hears of that asks again, as the page and Stripe do.
 */
export async function whileSlow(
  ask: () => Promise<Answer>,
  accepted: number[] = [],
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const isSlow = [503, 504].includes(answer.status) && !accepted.includes(answer.status);
    if (!isSlow || tries === TRIES) return answer;
  }
}
