import { listSqlTables, runSql } from '@cairn/contracts/http/staff-sql.ts';
import type { IdempotencyKey } from '@cairn/events/idempotency.store.ts';
import { executeOnce, hashRequest, toRefusal } from '@cairn/events/idempotency.ts';
import { readIdempotencyKey, type StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { SqlAnswer, SqlRequest, SqlService } from './sql.service.ts';
import { isUpdate } from './sql-check.ts';
import { SQL_TABLES } from './sql-tables.ts';

export function addSqlRoutes(routes: StaffRoutes, pool: Pool, sql: SqlService): void {
  routes.addIdempotent(runSql, async ({ body, identity: { userId }, request }) => {
    const key = readIdempotencyKey(request, userId, runSql);
    // Rows and plans are not stored.
    const changesRows = !body.dryRun && !body.explain && (await isUpdate(body.query));
    const run = () => sql.run(userId, body);
    return key && changesRows ? runOnce(pool, key, body, run) : run();
  });

  routes.add(listSqlTables, async () => ({
    tables: SQL_TABLES.map(({ name, columns }) => ({ name, columns: [...columns] })),
  }));
}

/**
 * Runs an UPDATE once per key (P-3.7). The update commits on a separate connection, before its
 * response is stored: a crash between the two leaves the key unused.
 */
async function runOnce(
  pool: Pool,
  key: IdempotencyKey,
  body: SqlRequest,
  run: () => Promise<SqlAnswer>,
): Promise<SqlAnswer> {
  const options = { requestHash: hashRequest(body), sealKey: undefined };
  const executed = await inTransaction(pool, (tx) =>
    executeOnce(tx, key, options, async () => ({
      status: runSql.status,
      body: await run(),
      sealed: null,
      isProvisional: false,
    })),
  );
  if (executed.status >= 400) throw toRefusal(executed);
  return executed.body as SqlAnswer;
}
