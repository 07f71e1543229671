import { createTestDatabase } from '@cairn/testing/database.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { statement } from '../statement.ts';

declare module '../statement.ts' {
  interface SqlTypes {
    'test.listNumbers': {
      params: readonly [number, string | null];
      row: { n: number; text: string };
    };
    'test.readOne': { params: readonly []; row: { one: number } };
  }
}

const LIST_NUMBERS = statement(
  'test.listNumbers',
  `SELECT n AS "n!", coalesce($2?::text, 'none') AS "text" FROM generate_series(1, $1::integer) AS n`,
);
const READ_ONE = statement('test.readOne', 'SELECT 1 AS one');

const database = await createTestDatabase();
const pool = database.poolOf('auth');
afterAll(() => database.drop());

describe('statement', () => {
  it('returns rows, the first row or null, one row, and the number of rows', async () => {
    const rows = [
      { n: 1, text: 'none' },
      { n: 2, text: 'none' },
    ];
    await expect(LIST_NUMBERS.all(pool, [2, null])).resolves.toEqual(rows);
    await expect(LIST_NUMBERS.first(pool, [2, null])).resolves.toEqual(rows[0]);
    await expect(LIST_NUMBERS.first(pool, [0, null])).resolves.toBeNull();
    await expect(LIST_NUMBERS.one(pool, [1, 'x'])).resolves.toEqual({ n: 1, text: 'x' });
    await expect(LIST_NUMBERS.one(pool, [0, null])).rejects.toThrow('test.listNumbers');
    await expect(LIST_NUMBERS.execute(pool, [3, null])).resolves.toBe(3);
  });

  it('is prepared once per connection under its name', async () => {
    const client = await pool.connect();
    try {
      await READ_ONE.one(client);
      await READ_ONE.one(client);
      const { rows } = await client.query(
        "SELECT statement FROM pg_prepared_statements WHERE name = 'test.readOne'",
      );
      expect(rows).toEqual([{ statement: 'SELECT 1 AS one' }]);
    } finally {
      client.release();
    }
  });

  it('rejects a second statement with the same name', () => {
    expect(() => statement('test.readOne', 'SELECT 2 AS one')).toThrow('test.readOne');
  });
});
