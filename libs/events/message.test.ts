import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import {
  array,
  assert,
  constantFrom,
  date,
  dictionary,
  integer,
  jsonValue,
  property,
  record,
  string,
  uint8Array,
  uuid,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusMessage, ReceivedMessage } from './bus.ts';
import {
  fromMessage,
  inPublishableBatches,
  MAX_EVENT_BYTES,
  toMessage,
  UnreadableMessageError,
} from './message.ts';

const text = (maxLength: number) =>
  string({ unit: 'grapheme', minLength: 1, maxLength }).filter(
    (value) => value.length <= maxLength && !value.includes('\0'),
  );
const envelopes = record({
  id: uuid(),
  source: constantFrom('/cairn/auth', '/cairn/payment'),
  type: constantFrom('user.registered', 'staff.acted'),
  version: integer({ min: 1, max: 99 }),
  topic: constantFrom('users', 'purchases'),
  key: text(64),
  time: date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((at) =>
    at.toISOString(),
  ),
  traceparent: constantFrom(null, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
  data: dictionary(text(9), jsonValue({ stringUnit: 'grapheme' })).filter(
    (data) => !JSON.stringify(data).includes('\\u0000'),
  ),
});

function received(event: EventEnvelope): ReceivedMessage {
  return { ...toMessage(event), place: 'users/0/1' };
}

const EVENT: EventEnvelope = {
  id: '6b3f1c1e-8f4a-4d4e-9a59-0e6a2f0c9d11',
  source: '/cairn/test',
  type: 'test.happened',
  version: 1,
  topic: 'users',
  key: 'user-1',
  time: '2026-01-02T03:04:05.678Z',
  traceparent: null,
  data: { userId: 'user-1' },
};

describe('event as Kafka message', () => {
  it('toMessage and fromMessage round-trip an event', () => {
    assert(
      property(envelopes, (event) => {
        // As in JSON: no undefined, no -0.
        const sent: EventEnvelope = JSON.parse(JSON.stringify(event));
        expect(fromMessage(received(sent))).toEqual(sent);
      }),
    );
  });

  it('toMessage writes a CloudEvent 1.0 in binary mode', () => {
    const { key, value, headers } = toMessage(EVENT);
    expect(key?.toString()).toBe('user-1');
    expect(JSON.parse(String(value))).toEqual(EVENT.data);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: EVENT.id,
      ce_type: EVENT.type,
      ce_source: EVENT.source,
      ce_time: EVENT.time,
    });
  });
});

const message = received(EVENT);
const withHeaders = (headers: Record<string, string>) => ({
  ...message,
  headers: { ...message.headers, ...headers },
});
const UNREADABLE: [string, ReceivedMessage][] = [
  ['a null value', { ...message, value: null }],
  ['a null key', { ...message, key: null }],
  ['an empty key', { ...message, key: Buffer.alloc(0) }],
  ['a key of 65 characters', { ...message, key: Buffer.from('k'.repeat(65)) }],
  ['a NUL in the key', { ...message, key: Buffer.from('a\0b') }],
  ['malformed JSON', { ...message, value: Buffer.from('{"a":') }],
  ['an empty value', { ...message, value: Buffer.alloc(0) }],
  ['a NUL in the data', { ...message, value: Buffer.from('{"a":"\\u0000"}') }],
  ['a lone surrogate in the data', { ...message, value: Buffer.from('{"a":"\\ud800"}') }],
  [
    'very deep nesting',
    { ...message, value: Buffer.from(`${'['.repeat(400_000)}${']'.repeat(400_000)}`) },
  ],
  [
    '900 kB and one byte',
    { ...message, value: Buffer.from(`"${'x'.repeat(MAX_EVENT_BYTES - 1)}"`) },
  ],
  ['no headers', { ...message, headers: {} }],
  ['an invalid id', withHeaders({ ce_id: 'x' })],
  ['an invalid time', withHeaders({ ce_time: 'yesterday' })],
  ['an invalid version', withHeaders({ ce_eventversion: 'one' })],
  ['a version of zero', withHeaders({ ce_eventversion: '0' })],
  ['a batch', withHeaders({ 'content-type': 'application/cloudevents-batch+json' })],
  [
    'a structured event that is null',
    {
      ...withHeaders({ 'content-type': 'application/cloudevents+json' }),
      value: Buffer.from('null'),
    },
  ],
];

describe('invalid message', () => {
  it.each(UNREADABLE)('fromMessage rejects: %s', (_, given) => {
    expect(() => fromMessage(given)).toThrow(UnreadableMessageError);
  });

  it('fromMessage throws only UnreadableMessageError for arbitrary bytes', () => {
    const bytes = uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
    assert(
      property(
        bytes,
        bytes,
        dictionary(string(), string({ unit: 'binary' })),
        (key, value, headers) => {
          const given = {
            topic: 'users',
            place: 'users/0/1',
            key,
            value,
            headers: { ...headers, ce_id: EVENT.id },
          };
          expect(() => fromMessage(given)).toThrow(UnreadableMessageError);
        },
      ),
    );
  });
});

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
