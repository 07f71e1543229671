import {
  createEventing,
  createFoundation,
  type Foundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { createChangeAccount } from './accounts/account-changes.service.ts';
import { addAccountRoutes } from './accounts/accounts.routes.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { addDeletionRoutes } from './deletion/deletion.routes.ts';
import { createDeletionService } from './deletion/deletion.service.ts';
import { addExportRoutes } from './export/export.routes.ts';
import { createExportService, type ExportSources } from './export/export.service.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createLinks } from './links/links.service.ts';
import { addPasswordChangeRoutes } from './passwords/password-change.routes.ts';
import { createChangePassword } from './passwords/password-change.service.ts';
import { createSetPassword } from './passwords/password-setting.ts';
import { createPasswords } from './passwords/passwords.ts';
import { addRecoveryRoutes } from './recovery/recovery.routes.ts';
import { createRecoveryService } from './recovery/recovery.service.ts';
import { addRegistrationRoutes } from './registration/registration.routes.ts';
import { createRegistrationService } from './registration/registration.service.ts';
import { addRevocationRoutes } from './revocations/revocations.routes.ts';
import {
  createFindRevocationState,
  createRevocationService,
} from './revocations/revocations.service.ts';
import { createSessionTokens } from './sessions/session-tokens.ts';
import { addSessionRoutes, addVisitRoute } from './sessions/sessions.routes.ts';
import { createSessionService } from './sessions/sessions.service.ts';

export type Context = ReturnType<typeof createContext>;

// Short: the caller who ends a session waits for Redis.
const REDIS = { timeoutMs: 500, retryWithinMs: 250 };

/** Wires the service. */
export function createContext(config: Config, overrides: FoundationOverrides = {}) {
  const logger = overrides.logger ?? createLogger('auth', config.LOG_LEVEL);
  const redis = connectRedis(config.REDIS_URL, logger, REDIS);
  const foundation = createFoundation('auth', config, {
    logger,
    // Reads its own database instead of calling auth over HTTP.
    revocations: (pool) => ({
      findState: createFindRevocationState(pool),
      ping: () => redis.ping(),
      backgroundService: { stop: async () => redis.disconnect(), isConnection: true },
    }),
    ...overrides,
  });
  const { pool, publish } = foundation;
  const passwords = createPasswords();
  const sessionTokens = createSessionTokens(config.JWT_PRIVATE_KEY);
  const revocations = createRevocationService({ pool, redis, logger });
  const links = createLinks({ publish, sealKey: config.LINK_SEAL_KEY });
  const shared = { pool, publish, logger, passwords, links, revocations };
  const setPassword = createSetPassword(publish, links);
  const sessions = createSessionService(shared);
  const change = createChangePassword({ ...shared, sessions, setPassword });
  const routes = foundation.createRoutes();
  addRegistrationRoutes(routes, {
    pool,
    registration: createRegistrationService(shared),
    sessionTokens,
  });
  addSessionRoutes(routes, { pool, sessions, sessionTokens });
  const visitRoutes = foundation.createRoutes({ checksRevocation: false });
  addVisitRoute(visitRoutes, sessions);
  addRecoveryRoutes(routes, createRecoveryService({ ...shared, setPassword }));
  addPasswordChangeRoutes(routes, { pool, change, sessionTokens });
  addRevocationRoutes(routes, createFindRevocationState(pool));
  const deletion = createDeletionService({ ...shared, sessions });
  addAccountRoutes(routes, { pool, changeAccount: createChangeAccount(shared), deletion });
  addDeletionRoutes(routes, deletion);
  addExportRoutes(routes, createExportService(sessions, exportSources(config, foundation)));
  const eventing = createEventing(foundation, createHandlers());
  const housekeeping = createHousekeeping({ pool, logger, revocations });
  return {
    ...foundation,
    ...eventing,
    routes,
    visitRoutes,
    housekeeping,
    backgroundServices: [
      ...eventing.backgroundServices,
      revocations.backgroundService,
      housekeeping,
    ],
  };
}

function exportSources(
  config: Config,
  { createClient }: Pick<Foundation, 'createClient'>,
): ExportSources {
  return {
    catalog: createClient('catalog', config.CATALOG_URL),
    payment: createClient('payment', config.PAYMENT_URL),
    notification: createClient('notification', config.NOTIFICATION_URL),
    admin: createClient('admin', config.ADMIN_URL),
  };
}
