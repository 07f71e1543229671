import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { createServiceClient } from '@cairn/service-kit/service-client.ts';
import { addAccountRoutes } from './accounts/accounts.routes.ts';
import { createAccountService } from './accounts/accounts.service.ts';
import { addActivityRoutes } from './activities/activities.routes.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { addForwarding } from './forwarding/forwarding.routes.ts';
import { addPurchaseRoutes } from './purchases/purchases.routes.ts';
import { addSqlRoutes } from './sql/sql.routes.ts';
import { createSqlService } from './sql/sql.service.ts';
import { createSqlPool } from './sql/sql.store.ts';

export type Context = ReturnType<typeof createContext>;

// payment answers within 1.5 s also while Stripe is slow.
const REFUND_TIMEOUT_MS = 5_000;
/** Acts may touch many rows, as the start of a mailing does; the gateway waits for 9 s. */
const STAFF_TIMEOUT_MS = 8_000;

/** The one place where the service is wired. */
export function createContext(config: Config, overrides: FoundationOverrides = {}) {
  const foundation = createFoundation('admin', config, overrides);
  const clientOf = (baseUrl: string, timeoutMs?: number) =>
    createServiceClient({
      baseUrl,
      secret: config.INTERNAL_SECRET,
      ...(timeoutMs ? { timeoutMs } : {}),
    });
  const payment = clientOf(config.PAYMENT_URL);
  const accounts = createAccountService({
    pool: foundation.pool,
    publish: foundation.publish,
    auth: clientOf(config.AUTH_URL),
    payment,
    notification: clientOf(config.NOTIFICATION_URL),
  });
  const routes = foundation.createRoutes();
  addAccountRoutes(routes, accounts);
  addPurchaseRoutes(routes, clientOf(config.PAYMENT_URL, REFUND_TIMEOUT_MS));
  addActivityRoutes(routes, foundation.pool, clientOf(config.AUTH_URL));
  addForwarding(routes, {
    auth: clientOf(config.AUTH_URL, STAFF_TIMEOUT_MS),
    catalog: clientOf(config.CATALOG_URL, STAFF_TIMEOUT_MS),
    notification: clientOf(config.NOTIFICATION_URL, STAFF_TIMEOUT_MS),
  });
  const sqlPoolOf = (name: string, url: string) =>
    createSqlPool(name, url, (err) => foundation.logger.warn({ err }, 'database.connection_lost'));
  const reader = sqlPoolOf('sql-reader', config.SQL_READER_URL);
  const updater = sqlPoolOf('sql-updater', config.SQL_UPDATER_URL);
  addSqlRoutes(
    routes,
    createSqlService({ pool: foundation.pool, publish: foundation.publish, reader, updater }),
  );
  const eventing = createEventing(foundation, createHandlers());
  const sqlParts = [{ stop: () => reader.end() }, { stop: () => updater.end() }];
  return { ...foundation, ...eventing, routes, parts: [...sqlParts, ...eventing.parts], sqlParts };
}
