import type { BusMessage } from './bus.ts';

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
