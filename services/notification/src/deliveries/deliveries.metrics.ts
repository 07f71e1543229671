import type { JobQueue } from '@cairn/jobs/queue.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { oldestDueAge, oldestPendingAge } from './ages.store.ts';

export function addDeliveryMetrics(
  metrics: Metrics,
  pool: Pool,
  queues: readonly Pick<JobQueue<unknown>, 'count'>[],
): void {
  metrics.gauge('deliveries_oldest_pending_seconds', 'Age of the oldest message not yet sent', () =>
    oldestPendingAge(pool),
  );
  metrics.gauge('queue_length', 'Jobs that are waiting or active', async () => {
    const counts = await Promise.all(queues.map((queue) => queue.count()));
    return counts.reduce((sum, count) => sum + count, 0);
  });
  metrics.gauge('queue_age_seconds', 'Age of the oldest due message without an attempt', () =>
    oldestDueAge(pool),
  );
}
