import { type EventEnvelope, eventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { isValidText } from '@cairn/service-kit/valid-text.ts';
import { CloudEvent, Kafka } from 'cloudevents';
import type { BusMessage, ReceivedMessage } from './bus.ts';

/** Larger events are refused when written, and become dead letters when received. */
export const MAX_EVENT_BYTES = 900_000;

/** A message that can never be applied, with the reason. */
export class UnreadableMessageError extends Error {
  override name = 'UnreadableMessageError';
}

/** CloudEvents 1.0 in Kafka's binary mode: attributes in `ce_*` headers, the data as JSON in the value. */
export function toMessage(event: EventEnvelope): BusMessage {
  const cloudEvent = new CloudEvent({
    id: event.id,
    source: event.source,
    type: event.type,
    time: event.time,
    subject: event.key,
    datacontenttype: 'application/json',
    eventversion: String(event.version),
    ...(event.traceparent ? { traceparent: event.traceparent } : {}),
  });
  const { headers } = Kafka.binary(cloudEvent);
  return {
    topic: event.topic,
    key: Buffer.from(event.key),
    value: Buffer.from(JSON.stringify(event.data)),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
  };
}

/** Parses a message into an envelope; throws UnreadableMessageError if it is not a Cairn event. */
export function fromMessage(message: ReceivedMessage): EventEnvelope {
  const { key, value, headers, topic } = message;
  if (!value) throw new UnreadableMessageError('the value is null');
  if (value.length > MAX_EVENT_BYTES) throw new UnreadableMessageError(`${value.length} bytes`);
  if (!key) throw new UnreadableMessageError('the key is null');
  const cloudEvent = readCloudEvent({ headers, value: value.toString(), key: key.toString() });
  const result = eventEnvelope.safeParse({
    id: cloudEvent.id,
    source: cloudEvent.source,
    type: cloudEvent.type,
    version: Number(cloudEvent['eventversion']),
    topic,
    key: key.toString(),
    time: cloudEvent.time,
    traceparent: cloudEvent['traceparent'] ?? null,
    data: cloudEvent.data,
  });
  if (!result.success) throw new UnreadableMessageError(`not an event: ${result.error.message}`);
  if (!isValidText(result.data)) throw new UnreadableMessageError('it cannot be kept in Postgres');
  return result.data;
}

function readCloudEvent(message: { headers: Record<string, string>; value: string; key: string }) {
  try {
    const event = Kafka.toEvent({ ...message, body: message.value });
    if (Array.isArray(event)) throw new Error('a batch');
    return event;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableMessageError(`no CloudEvent: ${reason}`, { cause });
  }
}

/** Kafka refuses a batch of one partition above 1 MiB (`message.max.bytes`), framing included. */
const MOST_BYTES = 950_000;

/** Keeps the order; each batch is small enough for the broker; an oversized message stays alone. */
export function inPublishableBatches<Message extends BusMessage>(messages: Message[]): Message[][] {
  const batches: Message[][] = [];
  let room = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    const last = batches.at(-1);
    if (last && size <= room) last.push(message);
    else {
      batches.push([message]);
      room = MOST_BYTES;
    }
    room -= size;
  }
  return batches;
}

function sizeOf({ key, value, headers }: BusMessage): number {
  const headerBytes = Object.entries(headers).reduce(
    (sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text) + 10,
    0,
  );
  return (key?.length ?? 0) + (value?.length ?? 0) + headerBytes + 50;
}
