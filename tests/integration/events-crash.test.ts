import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listUnpublished } from '@cairn/events/outbox.store.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBus, createTopic, dataOf, readTopic, SCHEMA, startRelay } from './events-setup.ts';

const WRITER = fileURLToPath(new URL('./events-writer.ts', import.meta.url));
const database = await createTestDatabase();
const pool = database.poolOf(SCHEMA);
const bus = createBus();
let child: ChildProcess | undefined;

beforeAll(() => pool.query('CREATE TABLE ledger (n integer PRIMARY KEY, key text NOT NULL)'));
afterAll(async () => {
  child?.kill('SIGKILL');
  await bus.close();
  await database.drop();
});

async function startWriter(topic: string, dieAt: string): Promise<ChildProcess> {
  const { rows } = await pool.query('SELECT coalesce(max(n), 0) + 1 AS next FROM ledger');
  // A writer assigns its numbers to the keys in turn, so it starts at a multiple of the key count.
  const from = Math.ceil(rows[0].next / 5) * 5;
  child = fork(WRITER, [database.urlOf(SCHEMA), topic, dieAt, String(from)]);
  return child;
}

async function countUnpublished(): Promise<number> {
  return (await listUnpublished(pool, 10_000)).length;
}

/** The committed events, each with its position within its key. */
async function listCommitted(): Promise<{ key: string; n: number }[]> {
  const { rows } = await pool.query(
    `SELECT o.key, (o.data->>'n')::int AS n FROM outbox o ORDER BY o.position`,
  );
  return rows;
}

async function expectAllArrived(topic: string): Promise<void> {
  const committed = await listCommitted();
  const ledger = await pool.query('SELECT n FROM ledger ORDER BY n');
  expect(committed.map(({ n }) => n).sort((a, b) => a - b)).toEqual(ledger.rows.map(({ n }) => n));
  const messages = readTopic(bus, topic);
  const arrived = () => new Set(messages.map((message) => dataOf(message).n));
  await waitUntil(() => arrived().size >= committed.length, {
    timeoutMs: 30_000,
    what: 'every event',
  });
  // Keys are applied in order, so the last event of each key implies the earlier ones.
  expect([...arrived()].filter((n) => n < 0)).toEqual([]);
  expect(arrived().size).toBe(committed.length);
  const byKey = Map.groupBy(committed, ({ key }) => key);
  for (const [key, events] of byKey) {
    const seen = messages.map(dataOf).filter((data) => data.key === key);
    expect([...new Set(seen.map(({ n }) => n))]).toEqual(events.map(({ n }) => n));
  }
}

describe('P-2.1 kill -9 between a write and the acknowledgement', () => {
  it.each([
    'before-commit',
    'after-commit',
    'before-sending',
    'while-sending',
    'after-acknowledgement',
  ])(
    'loses nothing and sends nothing that was rolled back: %s',
    async (point) => {
      const topic = await createTopic(3);
      await pool.query('TRUNCATE outbox, ledger');
      for (let round = 0; round < 2; round += 1) {
        const writer = await startWriter(topic, point);
        const [code, signal] = await once(writer, 'exit');
        expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
      }
      const relay = startRelay(database, pool, bus);
      await waitUntil(async () => (await countUnpublished()) === 0);
      await relay.stop();
      expect((await listCommitted()).length).toBeGreaterThan(0);
      await expectAllArrived(topic);
    },
    90_000,
  );

  it('repeatedly, at random moments under load', async () => {
    const topic = await createTopic(3);
    await pool.query('TRUNCATE outbox, ledger');
    let left = 0;
    for (let round = 0; round < 6; round += 1) {
      const target = (await listCommitted()).length + 40 + Math.floor(Math.random() * 60);
      const writer = await startWriter(topic, 'never');
      await waitUntil(async () => (await listCommitted()).length >= target);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      left += await countUnpublished();
    }
    // Otherwise no kill fell between write and acknowledgement, and the test would prove nothing.
    expect(left).toBeGreaterThan(0);
    const relay = startRelay(database, pool, bus);
    await waitUntil(async () => (await countUnpublished()) === 0);
    await relay.stop();
    await expectAllArrived(topic);
  }, 120_000);
});
