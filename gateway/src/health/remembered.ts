import type { Check } from '@cairn/service-kit/health.ts';

const REMEMBERED_MS = 2_000;

/** Asks at most every two seconds, since anybody may call the gateway's /readyz as often as they like. */
export function remembered(checks: Record<string, Check>): Record<string, Check> {
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, remember(check)]));
}

function remember(check: Check): Check {
  let answer: Promise<unknown> = Promise.resolve(false);
  let until = 0;
  return () => {
    if (Date.now() > until) {
      until = Date.now() + REMEMBERED_MS;
      answer = check();
      // Whoever asks sees the rejection; nobody may have asked.
      answer.catch(() => {});
    }
    return answer;
  };
}
