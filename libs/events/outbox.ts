import { randomUUID } from 'node:crypto';
import {
  type EventData,
  type EventDefinition,
  type EventEnvelope,
  eventEnvelope,
} from '@cairn/contracts/events/define-event.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import { isValidText } from '@cairn/service-kit/valid-text.ts';
import { MAX_EVENT_BYTES } from './message.ts';
import { insertEvent } from './outbox.store.ts';

export type PublishEvent = <Definition extends EventDefinition>(
  tx: Transaction,
  definition: Definition,
  data: EventData<Definition>,
) => Promise<EventEnvelope>;

/**
 * Writes events to the outbox, in the transaction of the change that they describe; the relay
 * publishes them after the commit. Call it last in a transaction, since it holds the lock of the
 * event's key until the commit; always write several events in the same order of keys. Throws if
 * the data does not match its schema or exceeds 900 kB.
 */
export function createPublisher(service: string): PublishEvent {
  return async (tx, definition, data) => {
    const event = prepareEvent(service, definition, data);
    await insertEvent(tx, event);
    return event;
  };
}

/** An event of `service` that is not yet in the outbox, validated as `PublishEvent` does. */
export function prepareEvent<Definition extends EventDefinition>(
  service: string,
  definition: Definition,
  data: EventData<Definition>,
): EventEnvelope {
  // Validates as consumers do, so that no unreadable event is published.
  const event: EventEnvelope = eventEnvelope.parse({
    id: randomUUID(),
    source: `/cairn/${service}`,
    type: definition.type,
    version: definition.version,
    topic: definition.topic,
    key: definition.key(data),
    time: new Date().toISOString(),
    traceparent: currentTraceparent(),
    data: definition.schema.parse(data),
  });
  if (!isValidText(event)) throw new Error(`${definition.type} cannot be kept in Postgres`);
  const bytes = Buffer.byteLength(JSON.stringify(event.data));
  if (bytes > MAX_EVENT_BYTES) throw new Error(`${definition.type} of ${bytes} bytes is too large`);
  return event;
}
