import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryBus } from '../memory.ts';
import { listUnpublished } from '../outbox.store.ts';
import { createPublisher } from '../outbox.ts';
import { purgeEvents } from '../purge.ts';
import { happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
const publish = createPublisher('auth');
afterAll(() => database.drop());

function publishOne(key: string, n: number, text = '') {
  return inTransaction(pool, (tx) => publish(tx, happened, { key, n, text }));
}

describe('outbox', () => {
  it('holds committed events and no rolled-back ones', async () => {
    await publishOne('committed', 1);
    await expect(
      inTransaction(pool, async (tx) => {
        await publish(tx, happened, { key: 'rolled-back', n: 1 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const sent = await drainOutbox(pool, createMemoryBus());
    expect(sent.map(({ key }) => key)).toEqual(['committed']);
    expect(await drainOutbox(pool, createMemoryBus())).toEqual([]);
  });

  it('orders events of one key by commit, not by start of the transaction', async () => {
    const [first, second] = [await pool.connect(), await pool.connect()];
    await first.query('BEGIN');
    await second.query('BEGIN');
    await publish(first, happened, { key: 'race', n: 1 });
    const behind = publish(second, happened, { key: 'race', n: 2 });
    // Waits for the commit of the first, since both have the same key.
    await waitUntil(async () => {
      const { rowCount } = await pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
      );
      return rowCount === 1;
    });
    await first.query('COMMIT');
    await behind;
    await second.query('COMMIT');
    first.release();
    second.release();
    const events = await listUnpublished(pool, 10);
    expect(events.map(({ data }) => (data as { n: number }).n)).toEqual([1, 2]);
    await drainOutbox(pool, createMemoryBus());
  });

  it.each([
    ['an empty key', { key: '', n: 1 }],
    ['a key of 65 characters', { key: 'k'.repeat(65), n: 1 }],
    ['a NUL', { key: 'k', n: 1, text: 'a\0b' }],
    ['a lone surrogate', { key: 'k', n: 1, text: '\ud800' }],
    ['900 kB', { key: 'k', n: 1, text: 'x'.repeat(900_000) }],
    ['data that does not match the schema', { key: 'k', n: 1.5 }],
  ])('refuses an unreadable event when it is written: %s', async (_, data) => {
    await expect(inTransaction(pool, (tx) => publish(tx, happened, data))).rejects.toThrow();
    expect(await listUnpublished(pool, 10)).toEqual([]);
  });

  it('deletes events published more than a week ago and keeps all others', async () => {
    await publishOne('old', 1);
    await publishOne('young', 1);
    await drainOutbox(pool, createMemoryBus());
    await publishOne('waiting', 1);
    await pool.query(
      `UPDATE outbox SET published_at = now() - interval '8 days', created_at = now() - interval '9 days' WHERE key = 'old'`,
    );
    await pool.query(
      `UPDATE outbox SET created_at = now() - interval '9 days' WHERE key = 'waiting'`,
    );
    await pool.query(
      `INSERT INTO inbox (event_id, type, handled_at) VALUES (gen_random_uuid(), 'ancient', now() - interval '31 days'), (gen_random_uuid(), 'recent', now() - interval '29 days')`,
    );
    await purgeEvents(pool, createLogger('test', 'silent'));
    const { rows } = await pool.query(
      `SELECT key FROM outbox WHERE key IN ('old', 'young', 'waiting') ORDER BY key`,
    );
    expect(rows.map(({ key }) => key)).toEqual(['waiting', 'young']);
    const inbox = await pool.query('SELECT type FROM inbox');
    expect(inbox.rows).toEqual([{ type: 'recent' }]);
  });
});
