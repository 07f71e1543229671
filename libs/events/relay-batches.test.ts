import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusMessage } from './bus.ts';
import { inPublishableBatches } from './relay-batches.ts';

function messageOf(bytes: number): BusMessage {
  return { topic: 'users', key: Buffer.from('k'), value: Buffer.alloc(bytes), headers: { a: 'b' } };
}

describe('inPublishableBatches', () => {
  it('keeps every message in order and uses as few batches below 1 MiB as possible', () => {
    assert(
      property(array(integer({ min: 0, max: 900_000 }), { maxLength: 20 }), (sizes) => {
        const messages = sizes.map(messageOf);
        const batches = inPublishableBatches(messages);
        expect(batches.flat()).toEqual(messages);
        const bytes = batches.map((batch) =>
          batch.reduce((sum, { value }) => sum + (value?.length ?? 0), 0),
        );
        expect(bytes.every((sum) => sum < 1_048_588)).toBe(true);
        for (const [index, sum] of bytes.entries()) {
          const next = batches[index + 1]?.[0]?.value?.length;
          if (next !== undefined) expect(sum + next).toBeGreaterThan(900_000);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('puts an oversized message into a batch of its own and drops none', () => {
    const messages = [messageOf(10), messageOf(2_000_000), messageOf(10)];
    expect(inPublishableBatches(messages).map((batch) => batch.length)).toEqual([1, 1, 1]);
  });
});
