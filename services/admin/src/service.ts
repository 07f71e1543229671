import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Context, ContextOverrides } from '@cairn/service/context.ts';
import { createService } from '@cairn/service/service.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import { createAccountService } from './accounts/accounts.service.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { deleteOldDrafts } from './form-drafts/form-drafts.store.ts';
import { addInvariantMetrics, checkInvariants } from './invariants/invariants.service.ts';
import { createSqlService } from './sql/sql.service.ts';
import { createSqlPool } from './sql/sql.store.ts';

const INVARIANTS_INTERVAL_MS = 2 * 60_000;
const PURGE_INTERVAL_MS = 3600_000;

export type Service = ReturnType<typeof createAdmin>;

/** Wires the service. */
export function createAdmin(config: Config, overrides: ContextOverrides = {}) {
  return createService('admin', config, overrides, (context) => wire(config, context));
}

function wire(config: Config, context: Context) {
  const { pool, publish, logger, metrics, createClient } = context;
  const auth = createClient('auth', config.AUTH_URL);
  const sqlPoolOf = (name: string, url: string) =>
    createSqlPool(name, url, (err) => logger.warn({ err }, 'database.connection_lost'));
  const reader = sqlPoolOf('sql-reader', config.SQL_READER_URL);
  const updater = sqlPoolOf('sql-updater', config.SQL_UPDATER_URL);
  const invariantsReader = sqlPoolOf('invariants', config.INVARIANTS_URL);
  addInvariantMetrics(metrics, pool);
  const sqlPools: BackgroundService[] = [reader, updater, invariantsReader].map((sqlPool) => ({
    stop: () => sqlPool.end(),
    isConnection: true,
  }));
  return {
    handlers: createHandlers(),
    backgroundServices: [
      ...sqlPools,
      repeat({ name: 'invariants', everyMs: INVARIANTS_INTERVAL_MS, logger }, () =>
        checkInvariants({ pool, reader: invariantsReader, logger }),
      ),
      repeat({ name: 'purge', everyMs: PURGE_INTERVAL_MS, logger }, (signal) =>
        deleteInBatches((limit) => deleteOldDrafts(pool, limit), signal),
      ),
    ],
    sqlPools,
    auth,
    accounts: createAccountService({
      pool,
      publish,
      auth,
      payment: createClient('payment', config.PAYMENT_URL),
      notification: createClient('notification', config.NOTIFICATION_URL),
    }),
    sql: createSqlService({ pool, publish, reader, updater }),
  };
}
