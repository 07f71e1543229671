import type { Bus } from '@cairn/events/bus.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { TestDatabase } from '@cairn/testing/database.ts';
import { type Answer, type CallOptions, call, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, noRevocations, testKeys } from '@cairn/testing/identity.ts';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createAdmin } from '../src/service.ts';

export type AdminUnderTest = {
  bus: Bus;
  /** The connection pool of the service. */
  pool: Pool;
  /** Sends a GET, or a POST if there is a body. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** The activity log of an admin. */
  activitiesOf(adminId: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

/** No server listens on this address. */
export const UNREACHABLE_URL = 'http://127.0.0.1:1';

/** Starts the service over HTTP with an in-memory bus. */
export async function startAdmin(
  database: TestDatabase,
  environment: Partial<
    Record<`${'AUTH' | 'PAYMENT' | 'NOTIFICATION' | 'SQL_READER' | 'SQL_UPDATER'}_URL`, string>
  > = {},
): Promise<AdminUnderTest> {
  const bus = createMemoryBus();
  const config = loadConfig({
    ...testKeys,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.urlOf('admin'),
    KAFKA_BROKERS: 'none:1',
    REDIS_URL: noRevocations.REDIS_URL,
    AUTH_URL: UNREACHABLE_URL,
    SQL_READER_URL: database.sqlUrls.reader,
    SQL_UPDATER_URL: database.sqlUrls.updater,
    INVARIANTS_URL: database.sqlUrls.invariants,
    PAYMENT_URL: UNREACHABLE_URL,
    NOTIFICATION_URL: UNREACHABLE_URL,
    ...environment,
  });
  const context = createAdmin(config, { bus, revocations: neverRevoked });
  context.consumer.start();
  const app = await startApp(createApp(context));
  return {
    bus,
    pool: context.pool,
    call: (path, options) => call(`${app.url}${path}`, options),
    async activitiesOf(adminId) {
      const { rows } = await context.pool.query('SELECT * FROM activities WHERE admin_id = $1', [
        adminId,
      ]);
      return rows;
    },
    async stop() {
      await app.stop();
      await context.consumer.stop();
      for (const service of context.sqlPools) await service.stop();
      await context.pool.end();
    },
  };
}
