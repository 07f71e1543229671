import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import { urlAtServer } from '@cairn/postgres/pool.ts';
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
  const { pool, sessions, replica, publish, logger, metrics, createClient } = context;
  const auth = createClient('auth', config.AUTH_URL);
  const sqlPoolOf = (name: string, url: string, allowsStandby = false) =>
    createSqlPool({
      ...{ name, url, allowsStandby },
      onError: (err) => logger.warn({ err }, 'database.connection_lost'),
    });
  const reader = sqlPoolOf('sql-reader', config.SQL_READER_URL);
  const updater = sqlPoolOf('sql-updater', config.SQL_UPDATER_URL);
  const invariantsReader = sqlPoolOf('invariants', config.INVARIANTS_URL);
  const replicaReader =
    config.DATABASE_REPLICA_URL &&
    sqlPoolOf('sql-reader', urlAtServer(config.SQL_READER_URL, config.DATABASE_REPLICA_URL), true);
  addInvariantMetrics(metrics, pool);
  const pools = [reader, updater, invariantsReader, ...(replicaReader ? [replicaReader] : [])];
  const sqlPools: BackgroundService[] = pools.map((sqlPool) => ({
    stop: () => sqlPool.end(),
    isConnection: true,
  }));
  return {
    handlers: createHandlers(),
    backgroundServices: [
      ...sqlPools,
      repeat({ name: 'invariants', everyMs: INVARIANTS_INTERVAL_MS, logger }, () =>
        checkInvariants({ pool, sessions, reader: invariantsReader, logger }),
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
    sql: createSqlService({
      ...{ pool, sessions, publish, updater },
      reader: replica && replicaReader ? replica.readsOf(reader, replicaReader) : reader,
    }),
  };
}
