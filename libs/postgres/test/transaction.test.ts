import { createTestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createPool } from '../pool.ts';
import { inTransaction } from '../transaction.ts';

const database = await createTestDatabase();
const lost: Error[] = [];
const pool = createPool({
  url: database.urlOf('auth'),
  schema: 'auth',
  name: 'transaction-test',
  max: 2,
  onError: (error) => lost.push(error),
});
await pool.query('CREATE TABLE notes (text text UNIQUE DEFERRABLE INITIALLY DEFERRED)');
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function notes(): Promise<string[]> {
  const { rows } = await pool.query('SELECT text FROM notes ORDER BY text');
  return rows.map(({ text }) => text);
}

describe('inTransaction', () => {
  it('commits on success and rolls back on error', async () => {
    const result = await inTransaction(pool, async (tx) => {
      await tx.query("INSERT INTO notes VALUES ('kept')");
      return 7;
    });
    expect(result).toBe(7);
    const failing = inTransaction(pool, async (tx) => {
      await tx.query("INSERT INTO notes VALUES ('dropped')");
      throw undefined;
    });
    await expect(failing).rejects.toBeUndefined();
    expect(await notes()).toEqual(['kept']);
  });

  it('rejects if the error of a failed statement was swallowed, since nothing was committed', async () => {
    const silent = inTransaction(pool, async (tx) => {
      await tx.query("INSERT INTO notes VALUES ('lost')");
      await tx.query('SELECT no_such_column').catch(() => {});
      return 'as if it had worked';
    });
    await expect(silent).rejects.toThrow('rolled back');
    expect(await notes()).toEqual(['kept']);
  });

  it('rejects if the commit itself fails', async () => {
    const twice = inTransaction(pool, (tx) => tx.query("INSERT INTO notes VALUES ('kept')"));
    await expect(twice).rejects.toMatchObject({ code: '23505' });
  });

  it('returns every connection to the pool after any failure', async () => {
    for (let index = 0; index < 10; index += 1) {
      await inTransaction(pool, (tx) => tx.query('SELECT no_such_column')).catch(() => {});
    }
    expect(pool.totalCount - pool.idleCount).toBe(0);
    expect(pool.waitingCount).toBe(0);
  });

  it('rejects when its connection ends between two statements; the pool recovers', async () => {
    const cut = inTransaction(pool, async (tx) => {
      const { rows } = await tx.query('SELECT pg_backend_pid() AS pid');
      const ended = new Promise((resolve) => tx.once('end', resolve));
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      await ended;
      await tx.query("INSERT INTO notes VALUES ('after')");
    });
    await expect(cut).rejects.toThrow();
    expect(await notes()).toEqual(['kept']);
  });

  it('pool reports a broken idle connection and replaces it', async () => {
    await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1')]);
    const before = lost.length;
    const { rows } = await pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'transaction-test' AND pid <> pg_backend_pid()",
    );
    expect(rows).toHaveLength(1);
    await waitUntil(() => lost.length > before);
    expect(await notes()).toEqual(['kept']);
  });
});
