import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@cairn/testing/wait-until.ts';

/** Faults follow each other, so that a mail of a sign-up may be lost several times in a row. */
const TIMEOUT_MS = 600_000;
const PROGRESS_TIMEOUT_MS = 120_000;
/** A user's delay before pressing the button again. */
const RETRY_DELAY_MS = 300;

export type Load = {
  /** The number of completed steps. */
  done(): number;
  /** Resolves after `count` more steps. */
  more(count: number): Promise<unknown>;
  /** Resolves when the steps in progress are complete; throws the error of a failed lane. */
  stop(): Promise<void>;
};

/** Repeats `step` in several lanes at once until `stop`, with a pause after each. */
export function startLanes(
  width: number,
  step: (index: number) => Promise<void>,
  pauseMs = 0,
): Load {
  let [next, count, isOver] = [0, 0, false];
  async function lane(): Promise<void> {
    while (!isOver) {
      await step(next++);
      count += 1;
      if (pauseMs > 0) await delay(pauseMs);
    }
  }
  const lanes = Promise.all(Array.from({ length: width }, lane));
  // `more` or `stop` reports the failure, whichever is called first.
  lanes.catch(() => {});
  return {
    done: () => count,
    more(wanted) {
      const until = count + wanted;
      const reached = waitUntil(() => count >= until, {
        what: `${wanted} more steps`,
        timeoutMs: PROGRESS_TIMEOUT_MS,
      });
      return Promise.race([reached, lanes.then(() => reached)]);
    },
    async stop() {
      isOver = true;
      await lanes;
    },
  };
}

/** Repeats a step that throws until it succeeds; `onFailure` receives each error. */
export async function untilDone<Result>(
  what: string,
  step: () => Promise<Result>,
  onFailure: (error: unknown) => void = () => {},
): Promise<Result> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await step();
    } catch (cause) {
      onFailure(cause);
      if (Date.now() > end) throw new Error(`${what} never came about`, { cause });
    }
    await delay(RETRY_DELAY_MS);
  }
}
