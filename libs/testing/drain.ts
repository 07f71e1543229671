import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { toMessage } from '@cairn/events/message.ts';
import { listUnpublished, markPublished } from '@cairn/events/outbox.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';

/**
 * Publishes everything in the outbox to `bus` once, as the relay does. Returns the sent events in
 * order.
 */
export async function drainOutbox(pool: Pool, bus: Bus): Promise<EventEnvelope[]> {
  const sent: EventEnvelope[] = [];
  for (;;) {
    const events = await listUnpublished(pool, 100);
    if (events.length === 0) return sent;
    await bus.publish(events.map(toMessage));
    await markPublished(
      pool,
      events.map(({ position }) => position),
    );
    sent.push(...events);
  }
}

/** Delivers an event to the subscribers of `bus`, as if another service had published it. */
export async function deliver(bus: Bus, event: EventEnvelope): Promise<void> {
  await bus.publish([toMessage(event)]);
}
