import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import { receiveEvent } from '@cairn/contracts/internal/events.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { markHandedOver, type Purchase } from './purchases.store.ts';

/**
 * Delivers the event of a purchase by HTTP, ahead of Kafka, to the services that grant access. True
 * when all of them have applied it, now or before; the caller may retry while it is false.
 */
export type Handover = (purchase: Purchase) => Promise<boolean>;

export function createHandover(options: {
  pool: Pool;
  logger: Logger;
  metrics: Metrics;
  receivers: Record<string, ServiceClient>;
}): Handover {
  const { pool, logger, metrics, receivers } = options;
  const unapplied = metrics.counter(
    'purchase_handovers_unapplied_total',
    'Purchases that a service parked or could not handle, so that the buyer got 202',
    ['receiver'],
  );
  // From 0, so that increase() sees the first one.
  for (const receiver of Object.keys(receivers)) unapplied.inc({ receiver }, 0);

  async function isApplied(service: string, client: ServiceClient, event: EventEnvelope) {
    try {
      const { outcome } = await client.call(receiveEvent, { body: event });
      if (outcome === 'applied' || outcome === 'duplicate') return true;
      unapplied.inc({ receiver: service });
      logger.warn({ service, eventId: event.id, outcome }, 'purchase.handover_delayed');
    } catch (err) {
      logger.warn({ service, eventId: event.id, err }, 'purchase.handover_failed');
    }
    return false;
  }

  return async (purchase) => {
    const { recordedEvent, handedOverAt } = purchase;
    if (!recordedEvent || handedOverAt) return true;
    const applied = await Promise.all(
      Object.entries(receivers).map(([name, client]) => isApplied(name, client, recordedEvent)),
    );
    if (applied.includes(false)) return false;
    await markHandedOver(pool, purchase.id);
    return true;
  };
}
