import type { Context, ContextOverrides } from '@cairn/service/context.ts';
import { createService } from '@cairn/service/service.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis, type Redis } from '@cairn/service-kit/redis.ts';
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

export type Service = ReturnType<typeof createAuth>;

// Short: the caller who ends a session waits for Redis.
const REDIS = { timeoutMs: 500, retryWithinMs: 250 };

/** Wires the service. */
export function createAuth(config: Config, overrides: ContextOverrides = {}) {
  const logger = overrides.logger ?? createLogger('auth', config.LOG_LEVEL);
  const redis = connectRedis(config.REDIS_URL, logger, REDIS);
  const ownOverrides: ContextOverrides = {
    logger,
    // Reads its own database instead of calling auth over HTTP.
    revocations: (pool) => ({
      findState: createFindRevocationState(pool),
      ping: () => redis.ping(),
      backgroundService: { stop: async () => redis.disconnect(), isConnection: true },
    }),
    ...overrides,
  };
  return createService('auth', config, ownOverrides, (context) => wire(config, context, redis));
}

function wire(config: Config, context: Context, redis: Redis) {
  const { pool, publish, logger } = context;
  const passwords = createPasswords();
  const sessionTokens = createSessionTokens(config.JWT_PRIVATE_KEY);
  const revocations = createRevocationService({ pool, redis, logger });
  const links = createLinks({ publish, sealKey: config.LINK_SEAL_KEY });
  const shared = { pool, publish, logger, passwords, links, revocations };
  const setPassword = createSetPassword(publish, links);
  const sessions = createSessionService(shared);
  const change = createChangePassword({ ...shared, sessions, setPassword });
  const routes = context.createRoutes();
  addRegistrationRoutes(routes, {
    pool,
    registration: createRegistrationService(shared),
    sessionTokens,
  });
  addSessionRoutes(routes, { pool, sessions, sessionTokens });
  const visitRoutes = context.createRoutes({ checksRevocation: false });
  addVisitRoute(visitRoutes, sessions);
  addRecoveryRoutes(routes, createRecoveryService({ ...shared, setPassword }));
  addPasswordChangeRoutes(routes, { pool, change, sessionTokens });
  addRevocationRoutes(routes, createFindRevocationState(pool));
  const deletion = createDeletionService({ ...shared, sessions });
  addAccountRoutes(routes, { pool, changeAccount: createChangeAccount(shared), deletion });
  addDeletionRoutes(routes, deletion);
  addExportRoutes(routes, createExportService(sessions, exportSources(config, context)));
  const housekeeping = createHousekeeping({ pool, logger, revocations });
  return {
    handlers: createHandlers(),
    routes,
    visitRoutes,
    housekeeping,
    backgroundServices: [revocations.backgroundService, housekeeping],
  };
}

function exportSources(
  config: Config,
  { createClient }: Pick<Context, 'createClient'>,
): ExportSources {
  return {
    catalog: createClient('catalog', config.CATALOG_URL),
    payment: createClient('payment', config.PAYMENT_URL),
    notification: createClient('notification', config.NOTIFICATION_URL),
    admin: createClient('admin', config.ADMIN_URL),
  };
}
