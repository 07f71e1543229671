import { randomBytes } from 'node:crypto';
import type { BusMessage } from '@cairn/events/bus.ts';
import type { Consumer } from '@cairn/events/consumer.ts';
import { replayDeadLetters } from '@cairn/events/dead-letters.ts';
import { toMessage } from '@cairn/events/message.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addEffect,
  createBus,
  createEffects,
  createTopic,
  defineHappened,
  effectsOf,
  SCHEMA,
  startConsumer,
} from './events-setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf(SCHEMA);
const bus = createBus();
// One partition, so that a blocked message would block all others.
const topic = await createTopic(1, { 'max.message.bytes': '6000000' });
const definition = defineHappened(topic);
/** How often the handler of an event still fails. */
const failures = new Map<string, number>();
let consumer: Consumer;

beforeAll(async () => {
  await createEffects(pool);
  consumer = await startConsumer({
    group: topic,
    topic,
    pool,
    bus,
    retries: { maxAttempts: 5, waitMs: () => 50 },
    handle: async (tx, data) => {
      await addEffect(tx, data);
      const left = failures.get(`${data.key} ${data.n}`) ?? 0;
      if (left === 0) return;
      failures.set(`${data.key} ${data.n}`, left - 1);
      throw new Error(`${left} more`);
    },
  });
});
beforeEach(() => pool.query('DELETE FROM dead_letters'));
afterAll(async () => {
  await consumer.stop();
  await bus.close();
  await database.drop();
});

const eventOf = (key: string, n: number) => makeEvent(definition, { key, n });
const send = (...messages: BusMessage[]) => bus.publish(messages);

async function waitForEffects(key: string, numbers: number[]): Promise<void> {
  await waitUntil(async () => (await effectsOf(pool, key)).length >= numbers.length, {
    timeoutMs: 30_000,
    what: `the effects of ${key}`,
  });
  expect(await effectsOf(pool, key)).toEqual(numbers);
}

async function listDead(): Promise<
  { cause: string; eventId: string | null; bytes: number | null }[]
> {
  const { rows } = await pool.query(
    'SELECT cause, event_id AS "eventId", length(raw_value) AS bytes FROM dead_letters ORDER BY id',
  );
  return rows;
}

const good = toMessage(eventOf('template', 0));
const UNREADABLE: [string, Partial<BusMessage>, RegExp][] = [
  ['malformed JSON', { value: Buffer.from('{"key":') }, /JSON/],
  ['random bytes', { value: randomBytes(500) }, /CloudEvent|event/],
  [
    'random bytes all over',
    { key: randomBytes(20), value: randomBytes(500), headers: {} },
    /CloudEvent/,
  ],
  ['5 MB', { value: Buffer.alloc(5_000_000, 'x') }, /5000000 bytes/],
  ['a null value', { value: null }, /null/],
  ['a null key', { key: null }, /null/],
  ['a NUL', { value: Buffer.from('{"key":"a\\u0000","n":1}') }, /Postgres/],
];

describe('P-2.4 a message that cannot be handled', () => {
  it.each(UNREADABLE)(
    'is a dead letter with its cause, and the next one is handled: %s',
    async (name, change, cause) => {
      const bad = { ...good, ...change };
      await send(bad, toMessage(eventOf(name, 1)));
      await waitForEffects(name, [1]);
      const letter = {
        cause: expect.stringMatching(cause),
        eventId: null,
        bytes: bad.value?.length ?? null,
      };
      expect(await listDead()).toEqual([letter]);
    },
  );

  it('is parked when its version is unknown, and the next one is applied', async () => {
    const event = { ...eventOf('version', 1), version: 2 };
    await send(toMessage(event), toMessage(eventOf('version', 2)));
    await waitForEffects('version', [2]);
    expect(await listDead()).toEqual([]);
    const { rows } = await pool.query('SELECT event_id, is_unknown FROM parked_events');
    expect(rows).toEqual([{ event_id: event.id, is_unknown: true }]);
    await pool.query('DELETE FROM parked_events');
  });
});

describe('P-2.4 a handler', () => {
  it('that fails three times and then succeeds: applied once, before later events of its key, without blocking other keys', async () => {
    failures.set('retried 1', 3);
    await send(
      ...[1, 2, 3].map((n) => toMessage(eventOf('retried', n))),
      toMessage(eventOf('other', 1)),
    );
    await waitForEffects('retried', [1, 2, 3]);
    expect(failures.get('retried 1')).toBe(0);
    // The other key is later on the topic and did not wait for the retries.
    const { rows } = await pool.query(
      "SELECT key FROM effects WHERE key IN ('retried', 'other') ORDER BY position",
    );
    expect(rows.map(({ key }) => key)).toEqual(['other', 'retried', 'retried', 'retried']);
    expect(await listDead()).toEqual([]);
  });

  it('that always fails: a dead letter, later events are applied, and a replay applies it once', async () => {
    failures.set('always 1', Number.POSITIVE_INFINITY);
    const bad = eventOf('always', 1);
    await send(toMessage(bad), toMessage(eventOf('always', 2)));
    await waitForEffects('always', [2]);
    expect(await listDead()).toEqual([
      { cause: 'failed 5 times: Error: Infinity more', eventId: bad.id, bytes: null },
    ]);
    failures.delete('always 1');
    expect(await replayDeadLetters(pool)).toHaveLength(1);
    expect(await replayDeadLetters(pool)).toHaveLength(0);
    await waitForEffects('always', [2, 1]);
    // Kafka redelivers its copy as well.
    await send(toMessage(bad), toMessage(eventOf('always', 3)));
    await waitForEffects('always', [2, 1, 3]);
  });

  it('that failed with 200 events behind it: all are applied at once, not one per poll', async () => {
    failures.set('queue 0', 4);
    const numbers = Array.from({ length: 201 }, (_, n) => n);
    await send(...numbers.map((n) => toMessage(eventOf('queue', n))));
    // One per half second would take 100 s.
    await waitForEffects('queue', numbers);
  });
});
