import { SERVICE_NAMES } from '@cairn/contracts/services.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { afterAll, describe, expect, it } from 'vitest';

const database = await createTestDatabase();
afterAll(() => database.drop());

const pairs = SERVICE_NAMES.flatMap((own) =>
  SERVICE_NAMES.filter((other) => other !== own).map((other) => [own, other] as const),
);
const pools = new Map<string, ReturnType<typeof database.poolOf>>(
  SERVICE_NAMES.map((schema) => [schema, database.poolOf(schema)]),
);

function poolOf(schema: string) {
  const pool = pools.get(schema);
  if (!pool) throw new Error(schema);
  return pool;
}

describe('service role', () => {
  it.each(pairs)('of %s is refused in the schema of %s', async (own, other) => {
    const pool = poolOf(own);
    const statements = [
      `SELECT * FROM ${other}.outbox`,
      `INSERT INTO ${other}.inbox (event_id, type) VALUES (gen_random_uuid(), 'x')`,
      `UPDATE ${other}.dead_letters SET cause = 'x'`,
      `DELETE FROM ${other}.parked_events`,
      `CREATE TABLE ${other}.probe (id integer)`,
      `DROP SCHEMA ${other} CASCADE`,
      `SELECT ${other}.notify_outbox()`,
      `SET ROLE cairn_${other}`,
    ];
    for (const statement of statements) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });

  it.each(SERVICE_NAMES)('of %s owns its own schema and nothing else', async (own) => {
    const pool = poolOf(own);
    await expect(pool.query('SELECT count(*) FROM outbox')).resolves.toMatchObject({ rowCount: 1 });
    for (const statement of [
      'CREATE TABLE public.probe (id integer)',
      'CREATE SCHEMA probe',
      'CREATE ROLE probe',
      'CREATE DATABASE probe',
      "SELECT pg_read_file('/etc/passwd')",
      "COPY (SELECT 1) TO PROGRAM 'true'",
      'CREATE TEMP TABLE probe (id integer)',
    ]) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });
});
