import { setTimeout } from 'node:timers/promises';

/** Resolves after `ms` at the earliest, so that timing does not reveal whether `work` did anything. */
export async function atLeast(ms: number, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), setTimeout(ms)]);
}
