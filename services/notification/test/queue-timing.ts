import type { QueueTiming } from '@cairn/jobs/queue.ts';

/** The jobs of a killed worker are taken over sooner than from the service's own. */
export const queueTiming: QueueTiming = {
  lockMs: 2_000,
  drainSeconds: 5,
  silentMs: { 'fails-fast': 5_000, waits: 12_000 },
};
