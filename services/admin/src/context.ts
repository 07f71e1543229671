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

export type Context = ReturnType<typeof createContext>;

/** The one place where the service is wired. */
export function createContext(config: Config, overrides: FoundationOverrides = {}) {
  const foundation = createFoundation('admin', config, overrides);
  const clientOf = (baseUrl: string) =>
    createServiceClient({ baseUrl, secret: config.INTERNAL_SECRET });
  const accounts = createAccountService({
    pool: foundation.pool,
    publish: foundation.publish,
    auth: clientOf(config.AUTH_URL),
    payment: clientOf(config.PAYMENT_URL),
    notification: clientOf(config.NOTIFICATION_URL),
  });
  const routes = foundation.createRoutes();
  addAccountRoutes(routes, accounts);
  addActivityRoutes(routes, foundation.pool);
  return { ...foundation, ...createEventing(foundation, createHandlers()), routes };
}
