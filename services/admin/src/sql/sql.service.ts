import { setTimeout } from 'node:timers/promises';
import type { runSql } from '@cairn/contracts/http/staff-sql.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { LimitedResult } from '@cairn/postgres/limited-query.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { isDatabaseUnavailable } from '@cairn/service-kit/database-unavailable.ts';
import type { z } from 'zod';
import * as store from './sql.store.ts';
import { type CheckedStatement, checkStatement } from './sql-check.ts';
import { redactStatement } from './sql-redaction.ts';
import { SqlRefusal } from './sql-refusal.ts';

const LOCK_WAIT_MS = 2_000;
const LOCK_RETRY_MS = 100;

export type SqlRequest = z.infer<typeof runSql.body>;
export type SqlAnswer = z.infer<typeof runSql.answer>;
type Row = Record<string, unknown>;
type Update = Extract<CheckedStatement, { kind: 'update' }>;

export type SqlService = {
  /**
   * Runs one SELECT or UPDATE as the roles of the tool, and logs it before anything is returned or
   * committed. Throws 400 with the reason or the database's message, 409 for another row count, 429
   * while another statement of this admin runs.
   */
  run(adminId: string, request: SqlRequest): Promise<SqlAnswer>;
};

export type SqlDeps = {
  /** The service's pool, for the activity log. */
  pool: Pool;
  /** Holds the lock of each admin. */
  sessions: Pool;
  /** The replica, where there is one. */
  reader: Pick<Pool, 'connect'>;
  updater: Pool;
  publish: PublishEvent;
  /** Replaced in tests only. */
  check?: (query: string) => Promise<CheckedStatement>;
};

export function createSqlService(deps: SqlDeps): SqlService {
  const { pool, sessions, reader, updater, publish, check = checkStatement } = deps;
  return {
    async run(adminId, { query, dryRun, explain, expectRowCount }) {
      let kind: CheckedStatement['kind'] | 'refused' = 'refused';
      const log = (outcome: string, more: Row = {}) =>
        record(adminId, `sql_${kind}`, { query, outcome, ...more });
      try {
        const statement = await check(query);
        kind = statement.kind;
        return await oneAtATime(adminId, async () => {
          if (explain) return plan(statement, log);
          if (statement.kind === 'select') return select(statement.text, log);
          return update(statement, { dryRun, expectRowCount }, log);
        });
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        const refusal = toRefusal(error);
        if (!refusal) throw error;
        await log('refused', { cause: refusal.refusal, sqlState: refusal.sqlState });
        throw refusal;
      }
    },
  };

  async function oneAtATime<Result>(adminId: string, work: () => Promise<Result>): Promise<Result> {
    const lock = await waitForLock(adminId);
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }

  /** Holds no connection between attempts. */
  async function waitForLock(adminId: string): Promise<store.Lock> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      const lock = await store.tryLock(sessions, adminId);
      if (lock) return lock;
      if (performance.now() >= deadline)
        throw new SqlRefusal(
          'busy',
          'Another statement of yours is running. Try again in a moment.',
          {
            status: 429,
            headers: { 'retry-after': '5' },
          },
        );
      await setTimeout(LOCK_RETRY_MS);
    }
  }

  function select(text: string, log: Log) {
    return store.withConnection(reader, async (client) => {
      await store.beginReading(client);
      const result = await store.select(client, text);
      const rows = objectsOf(result).slice(0, store.MAX_ROWS);
      const truncated = result.isCut || result.rows.length > rows.length;
      await log('shown', { rowCount: rows.length });
      return { rows, rowCount: rows.length, truncated };
    });
  }

  /** Only a SELECT is run for its times, in a READ ONLY transaction that is rolled back. */
  function plan({ kind, text }: CheckedStatement, log: Log) {
    return store.withConnection(kind === 'select' ? reader : updater, async (client) => {
      await store.beginReading(client);
      const startedAt = performance.now();
      const estimated = await store.explain(client, text);
      const analyzed = kind === 'select' ? await analyze(client, text, startedAt) : null;
      await log('explained', { isAnalyzed: analyzed !== null });
      const lines = (analyzed ?? estimated).rows.map(([line]) => line);
      return { plan: lines.join('\n'), isAnalyzed: analyzed !== null };
    });
  }

  function update(
    statement: Update,
    { dryRun, expectRowCount }: Pick<SqlRequest, 'dryRun' | 'expectRowCount'>,
    log: Log,
  ) {
    return store.withConnection(updater, async (client) => {
      await store.begin(client);
      const result = await store.update(client, statement.text);
      const after = changedRows(result);
      const details = {
        table: statement.table.name,
        columns: statement.columns,
        rowCount: after.length,
      };
      if (dryRun) {
        const before = await rowsBefore(client, statement, after);
        const isEveryRow =
          after.length > 0 && (await store.hasNoMoreRows(client, statement.table, after.length));
        await log('previewed', details);
        return { rowCount: after.length, before, after, isEveryRow };
      }
      if (expectRowCount !== undefined && expectRowCount !== after.length)
        throw new SqlRefusal(
          'row_count',
          `This would change ${rowsText(after.length)}, not ${expectRowCount}. Nothing was changed.`,
          { status: 409 },
        );
      // Before the commit: no change without a log entry. A failed commit is logged as well.
      await log('changed', { ...details, ids: keysOf(statement, after) });
      await store.commit(client);
      return { message: `${rowsText(after.length)} changed.`, rowCount: after.length };
    });
  }

  async function record(
    adminId: string,
    action: string,
    { query, ...details }: Row,
  ): Promise<void> {
    const redacted = await redactStatement(String(query));
    await inTransaction(pool, (tx) =>
      recordStaffAct(tx, publish, {
        adminId,
        action,
        subjectType: 'sql',
        subjectId: null,
        before: null,
        after: { query: redacted, ...details },
      }),
    );
  }
}

/** Null for a statement that reaches the time limit. */
async function analyze(
  client: Transaction,
  text: string,
  startedAt: number,
): Promise<LimitedResult | null> {
  try {
    return await store.explainAnalyze(client, text, startedAt);
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}

type Log = (outcome: string, more?: Row) => Promise<void>;

function changedRows(result: LimitedResult): Row[] {
  if (result.isCut || result.rows.length > store.MAX_ROWS)
    throw new SqlRefusal(
      'size',
      'This would change more than 1,000 rows or 5 MB. Narrow it down by its WHERE.',
    );
  // Any other command that the roles may run is rolled back.
  if (result.command !== 'UPDATE')
    throw new SqlRefusal('form', 'Only SELECT and UPDATE are allowed.');
  return objectsOf(result);
}

/** The rows without the update, in the order of `after`. */
async function rowsBefore(client: Transaction, { table }: Update, after: Row[]): Promise<Row[]> {
  await store.undoUpdate(client);
  const keys = table.key.map((column) => after.map((row) => String(row[column])));
  const rows = objectsOf(await store.selectByKey(client, table, keys));
  const keyOf = (row: Row) => table.key.map((column) => row[column]).join();
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return after.map((row) => byKey.get(keyOf(row)) ?? {});
}

function keysOf({ table }: Update, rows: Row[]): string[] {
  return rows.map((row) => table.key.map((column) => row[column]).join());
}

function objectsOf({ fields, rows }: LimitedResult): Row[] {
  return rows.map((row) => Object.fromEntries(fields.map((name, index) => [name, row[index]])));
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** Null for internal errors. The database's messages refer to the admin's statement. */
function toRefusal(error: unknown): SqlRefusal | null {
  if (error instanceof SqlRefusal) return error;
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return null;
  const sqlState = String(error.code);
  if (isTimeout(error))
    return new SqlRefusal('timeout', 'This took longer than 5 seconds and was stopped.', {
      sqlState,
    });
  return new SqlRefusal('database', error.message, { sqlState, cause: error });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
