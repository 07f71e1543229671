import { setTimeout } from 'node:timers/promises';

/** Answers no sooner than after `ms`, so that a work of a few milliseconds cannot be told from none. */
export async function atLeast(ms: number, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), setTimeout(ms)]);
}
