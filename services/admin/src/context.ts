import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { addAccountRoutes } from './accounts/accounts.routes.ts';
import { createAccountService } from './accounts/accounts.service.ts';
import { addActivityRoutes } from './activities/activities.routes.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { addSqlRoutes } from './sql/sql.routes.ts';
import { createSqlService } from './sql/sql.service.ts';
import { createSqlPool } from './sql/sql.store.ts';

export type Context = ReturnType<typeof createContext>;

/** Wires the service. */
export function createContext(config: Config, overrides: FoundationOverrides = {}) {
  const foundation = createFoundation('admin', config, overrides);
  const { createClient } = foundation;
  const auth = createClient('auth', config.AUTH_URL);
  const accounts = createAccountService({
    pool: foundation.pool,
    publish: foundation.publish,
    auth,
    payment: createClient('payment', config.PAYMENT_URL),
    notification: createClient('notification', config.NOTIFICATION_URL),
  });
  const routes = foundation.createRoutes();
  addAccountRoutes(routes, accounts);
  addActivityRoutes(routes, foundation.pool, auth);
  const sqlPoolOf = (name: string, url: string) =>
    createSqlPool(name, url, (err) => foundation.logger.warn({ err }, 'database.connection_lost'));
  const reader = sqlPoolOf('sql-reader', config.SQL_READER_URL);
  const updater = sqlPoolOf('sql-updater', config.SQL_UPDATER_URL);
  const { pool, publish } = foundation;
  addSqlRoutes(routes, pool, createSqlService({ pool, publish, reader, updater }));
  const eventing = createEventing(foundation, createHandlers());
  const sqlPools: BackgroundService[] = [reader, updater].map((sqlPool) => ({
    stop: () => sqlPool.end(),
    isConnection: true,
  }));
  return {
    ...foundation,
    ...eventing,
    routes,
    backgroundServices: [...sqlPools, ...eventing.backgroundServices],
    sqlPools,
  };
}
