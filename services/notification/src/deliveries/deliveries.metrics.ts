import type { JobQueue } from '@cairn/jobs/queue.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { oldestPendingAge } from './deliveries.store.ts';

export function addDeliveryMetrics(
  metrics: Metrics,
  pool: Pool,
  queue: Pick<JobQueue<unknown>, 'count'>,
): void {
  metrics.gauge('deliveries_oldest_pending_seconds', 'Age of the oldest message not yet sent', () =>
    oldestPendingAge(pool),
  );
  metrics.gauge('queue_length', 'Jobs that wait or are worked on', () => queue.count());
}
