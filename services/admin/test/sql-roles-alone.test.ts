import { queryWithin } from '@cairn/postgres/limited-query.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqlPool, withConnection } from '../src/sql/sql.store.ts';
import { FORBIDDEN } from './forbidden-statements.ts';
import { plantSecrets, type SqlHarness, startSqlHarness, stateOf } from './sql-harness.ts';

const DANGEROUS = FORBIDDEN.filter(({ harmless }) => !harmless).length;
const LIMITS = { maxRows: 2_000, maxBytes: 5_000_000 };

let harness: SqlHarness;
let pools: Record<Kind, Pool>;
let before: string;
const refusals = { reader: 0, updater: 0 };

beforeAll(async () => {
  harness = await startSqlHarness();
  await plantSecrets(harness);
  const { reader, updater } = harness.database.sqlUrls;
  pools = {
    reader: createSqlPool({ name: 'test', url: reader, onError: () => {} }),
    updater: createSqlPool({ name: 'test', url: updater, onError: () => {} }),
  };
  before = await stateOf(harness);
});
afterAll(async () => {
  await pools.reader.end();
  await pools.updater.end();
  await harness.stop();
});

describe.each(['reader', 'updater'] as const)('P-6.1 without the parser, the %s', (kind) => {
  it.each(FORBIDDEN)('stops $sql', async ({ sql, harmless }) => {
    const startedAt = performance.now();
    const outcome = await attempt(kind, sql);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(outcome.shown).not.toContain('SECRET');
    expect({ sql, isRefused: outcome.isRefused || harmless === true }).toEqual({
      sql,
      isRefused: true,
    });
    if (outcome.isRefused) refusals[kind]++;
  });

  it(`plans ${FORBIDDEN.length} statements without a secret in the plan`, async () => {
    for (const { sql } of FORBIDDEN) {
      for (const options of ['FORMAT TEXT', 'ANALYZE, FORMAT TEXT']) {
        const outcome = await attempt(kind, `EXPLAIN (${options}) ${sql}`, { statementMs: 200 });
        expect(outcome.shown, sql).not.toContain('SECRET');
      }
    }
  });

  it('cannot read a secret from any table or column', async () => {
    const { rows: columns } = await harness.superuser.query(
      `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(a.attname) AS column
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('auth', 'catalog', 'payment', 'notification', 'admin', 'backoffice')
         AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped`,
    );
    expect(columns.length).toBeGreaterThan(200);
    for (const { table, column, shown, isRefused } of await readAll(kind, columns)) {
      expect(shown, `${table}.${column}`).not.toContain('SECRET');
      expect({ table, column, isRefused }).toEqual({
        table,
        column,
        isRefused: !String(table).startsWith('backoffice.'),
      });
    }
  });
});

describe('P-6.1 without the parser', () => {
  it(`no data was changed by ${FORBIDDEN.length} statements, of which ${DANGEROUS} were refused`, async () => {
    expect(await stateOf(harness)).toBe(before);
    expect(refusals.reader).toBeGreaterThanOrEqual(DANGEROUS);
    expect(refusals.updater).toBeGreaterThanOrEqual(DANGEROUS);
  });

  it('no privilege is granted to PUBLIC', async () => {
    const { rows } = await harness.superuser.query(
      `SELECT p.oid::regprocedure::text AS what FROM pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) g
       WHERE g.grantee = 0 AND pronamespace = 'pg_catalog'::regnamespace AND provolatile = 'v'
         AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
         AND proname NOT IN ('random', 'gen_random_uuid', 'clock_timestamp')
       UNION ALL SELECT nspname FROM pg_namespace, aclexplode(nspacl) g
       WHERE g.grantee = 0 AND nspname NOT IN ('pg_catalog', 'information_schema')
       UNION ALL SELECT datname FROM pg_database, aclexplode(datacl) g
       WHERE g.grantee = 0 AND datname = current_database()
       UNION ALL SELECT c.oid::regclass::text FROM pg_class c, aclexplode(relacl) g
       WHERE g.grantee = 0 AND relnamespace::regnamespace::text IN
         ('auth', 'catalog', 'payment', 'notification', 'admin', 'backoffice')`,
    );
    expect(rows).toEqual([]);
  });
});

type Kind = 'reader' | 'updater';
type Outcome = { isRefused: boolean; shown: string };

const beginAs = (kind: Kind, client: Transaction) =>
  client.query(kind === 'reader' ? 'BEGIN READ ONLY' : 'BEGIN');

/** Reads each column by a statement of its own. All on one connection, which has no rights of its own. */
function readAll<Column extends { table: string; column: string }>(kind: Kind, columns: Column[]) {
  return withConnection(pools[kind], async (client) => {
    const outcomes: (Column & Outcome)[] = [];
    await beginAs(kind, client);
    for (const column of columns) {
      await client.query('SAVEPOINT before_read');
      const sql = `SELECT ${column.column}::text FROM ${column.table}`;
      const outcome = await queryWithin(client, sql, LIMITS).then(
        ({ rows }) => ({ isRefused: false, shown: JSON.stringify(rows) }),
        (error: Error) => ({ isRefused: true, shown: String(error) }),
      );
      outcomes.push({ ...column, ...outcome });
      await client.query('ROLLBACK TO before_read');
    }
    return outcomes;
  });
}

/** Runs any statement like the service: a reader never commits, an updater only an UPDATE. */
async function attempt(kind: Kind, sql: string, { statementMs = 5_000 } = {}): Promise<Outcome> {
  try {
    return await withConnection(pools[kind], async (client) => {
      await beginAs(kind, client);
      await client.query(`SET LOCAL statement_timeout = ${statementMs}`);
      const result = await queryWithin(client, sql, LIMITS);
      if (kind === 'updater' && result.command === 'UPDATE') await client.query('COMMIT');
      return { isRefused: false, shown: JSON.stringify(result.rows) };
    });
  } catch (error) {
    return { isRefused: true, shown: String(error) };
  }
}
