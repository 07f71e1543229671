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
import { addPurchaseRoutes } from './purchases/purchases.routes.ts';

export type Context = ReturnType<typeof createContext>;

// payment answers within 1.5 s also while Stripe is slow.
const REFUND_TIMEOUT_MS = 5_000;

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
  addActivityRoutes(routes, foundation.pool);
  return { ...foundation, ...createEventing(foundation, createHandlers()), routes };
}
