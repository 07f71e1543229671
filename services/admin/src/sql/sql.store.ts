import { BACK_OFFICE_SCHEMA } from '@cairn/postgres/back-office.ts';
import { type LimitedResult, queryWithin } from '@cairn/postgres/limited-query.ts';
import { createPool, type Pool, type PoolOptions, type Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

/** P-6.4. One more row is fetched to detect a truncated result. */
export const MAX_ROWS = 1_000;
const LIMITS = { maxRows: MAX_ROWS + 1, maxBytes: 5_000_000 };
const STATEMENT_MS = 5_000;

/** Few connections: a slow statement holds one for 5 s, but none of the service's main pool. */
export function createSqlPool(
  options: Pick<PoolOptions, 'name' | 'url' | 'allowsStandby' | 'onError'>,
): Pool {
  return createPool({
    ...options,
    schema: BACK_OFFICE_SCHEMA,
    max: 3,
    statementMs: STATEMENT_MS,
  });
}

const TRY_LOCK = statement(
  'admin.tryLock',
  'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS "locked!"',
);

const UNLOCK = statement(
  'admin.unlock',
  'SELECT pg_advisory_unlock(hashtextextended($1, 0)) AS "unlocked!"',
);

/**
 * Takes the session-level lock of one admin's statements; its connection is held until `release`. Null
 * while another statement of that admin runs in any process.
 */
export async function tryLock(pool: Pool, adminId: string): Promise<Lock | null> {
  const client = await pool.connect();
  const key = `admin:sql:${adminId}`;
  try {
    const { locked } = await TRY_LOCK.one(client, [key]);
    if (locked) return { release: () => unlock(client, key) };
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export type Lock = { release(): Promise<void> };

/** Closes the connection on failure, which releases the lock as well. */
async function unlock(client: Transaction, key: string): Promise<void> {
  const failed = await UNLOCK.execute(client, [key])
    .then(() => false)
    .catch(() => true);
  client.release(failed);
}

/** Uses a new connection and closes it afterwards, with its settings and locks. */
export async function withConnection<Result>(
  pool: Pick<Pool, 'connect'>,
  work: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

export async function beginReading(client: Transaction): Promise<void> {
  await client.query('BEGIN READ ONLY');
}

export async function begin(client: Transaction): Promise<void> {
  await client.query('BEGIN');
  await client.query('SAVEPOINT before_update');
}

export async function undoUpdate(client: Transaction): Promise<void> {
  await client.query('ROLLBACK TO SAVEPOINT before_update');
}

export async function commit(client: Transaction): Promise<void> {
  await client.query('COMMIT');
}

/** A cursor accepts only a query and computes only the rows that are fetched. */
export async function select(client: Transaction, text: string): Promise<LimitedResult> {
  const startedAt = performance.now();
  await queryWithin(client, `DECLARE shown NO SCROLL CURSOR FOR ${text}`, LIMITS);
  await limitToRest(client, startedAt);
  return queryWithin(client, `FETCH FORWARD ${LIMITS.maxRows} FROM shown`, LIMITS);
}

/** Plans the statement without running it. A READ ONLY transaction allows that for an UPDATE as well. */
export function explain(client: Transaction, text: string): Promise<LimitedResult> {
  return queryWithin(client, `EXPLAIN (FORMAT TEXT) ${text}`, LIMITS);
}

/** Runs the statement to its end and discards its rows, in what `startedAt` leaves of the time limit. */
export async function explainAnalyze(
  client: Transaction,
  text: string,
  startedAt: number,
): Promise<LimitedResult> {
  await limitToRest(client, startedAt);
  return queryWithin(client, `EXPLAIN (ANALYZE, FORMAT TEXT) ${text}`, LIMITS);
}

/** The time limit is for all steps of a statement together. */
async function limitToRest(client: Transaction, startedAt: number): Promise<void> {
  const left = Math.max(1, Math.round(STATEMENT_MS - (performance.now() - startedAt)));
  await client.query(`SET LOCAL statement_timeout = ${left}`);
}

export function update(client: Transaction, text: string): Promise<LimitedResult> {
  return queryWithin(client, `${text}\nRETURNING *`, LIMITS);
}

/** Rows of a view by its key. `name` and `key` are constants, not input. */
export function selectByKey(
  client: Transaction,
  { name, key }: { name: string; key: readonly string[] },
  keys: string[][],
): Promise<LimitedResult> {
  const lists = keys.map((ids) => `ARRAY[${ids.map((id) => `'${quoted(id)}'`).join(',')}]::uuid[]`);
  return queryWithin(
    client,
    `SELECT * FROM ${name} WHERE (${key.join(', ')}) IN (SELECT * FROM unnest(${lists.join(', ')}))`,
    LIMITS,
  );
}

/** Whether a table has at most `count` rows. */
export async function hasNoMoreRows(
  client: Transaction,
  { name }: { name: string },
  count: number,
): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(
    `SELECT count(*)::int AS found FROM (SELECT FROM ${name} LIMIT ${count + 1}) AS found`,
  );
  return (rows[0]?.found ?? 0) <= count;
}

function quoted(id: string): string {
  return id.replaceAll("'", "''");
}
