import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { toMessage } from '@cairn/events/message.ts';
import { listUnpublished, markPublished } from '@cairn/events/outbox.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';

const BATCH = 100;

/**
 * Publishes everything in the outbox to `bus` once, as the relay does. Returns the sent events in
 * order.
 */
export async function drainOutbox(pool: Pool, bus: Bus): Promise<EventEnvelope[]> {
  const sent: EventEnvelope[] = [];
  let events = await listUnpublished(pool, BATCH);
  while (events.length > 0) {
    await bus.publish(events.map(toMessage));
    sent.push(...events);
    const positions = events.map(({ position }) => position);
    events = await markPublished(pool, positions, BATCH);
  }
  return sent;
}

/** Delivers an event to the subscribers of `bus`, as if another service had published it. */
export async function deliver(bus: Bus, event: EventEnvelope): Promise<void> {
  await bus.publish([toMessage(event)]);
}
