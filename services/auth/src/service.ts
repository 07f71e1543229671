import type { Context, ContextOverrides } from '@cairn/service/context.ts';
import { createService } from '@cairn/service/service.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis, type Redis } from '@cairn/service-kit/redis.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import { createChangeAccount } from './accounts/account-changes.service.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { createDeletionService } from './deletion/deletion.service.ts';
import { createExportService, type ExportSources } from './export/export.service.ts';
import { createLinks } from './links/links.service.ts';
import { createChangePassword } from './password-changes/password-change.service.ts';
import { createSetPassword } from './password-changes/password-setting.ts';
import { createPasswords, type PasswordOptions } from './passwords/passwords.ts';
import { purge } from './purge.ts';
import { createRecoveryService } from './recovery/recovery.service.ts';
import { createRegistrationService } from './registration/registration.service.ts';
import {
  createFindRevocationState,
  createRevocationService,
} from './revocations/revocations.service.ts';
import { createSessionTokens } from './sessions/session-tokens.ts';
import { createSessionService } from './sessions/sessions.service.ts';

export type Service = ReturnType<typeof createAuth>;

// Short: the caller who ends a session waits for Redis.
const REDIS = { timeoutMs: 500, retryWithinMs: 250 };

const PURGE_INTERVAL_MS = 3600_000;

/** Wires the service. `passwordOptions` are for tests; others use the defaults. */
export function createAuth(
  config: Config,
  overrides: ContextOverrides = {},
  passwordOptions: PasswordOptions = {},
) {
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
  return createService('auth', config, ownOverrides, (context) =>
    wire(config, context, { redis, passwordOptions }),
  );
}

type Parts = { redis: Redis; passwordOptions: PasswordOptions };

function wire(config: Config, context: Context, { redis, passwordOptions }: Parts) {
  const { pool, publish, logger, metrics } = context;
  const hashes = metrics.counter('password_hashes_total', 'Password hashes computed');
  const passwords = createPasswords({ ...passwordOptions, onHash: () => hashes.inc() });
  const sessionTokens = createSessionTokens(config.JWT_PRIVATE_KEY);
  const revocations = createRevocationService({ pool, redis, logger });
  const links = createLinks({ publish, sealKey: config.LINK_SEAL_KEY });
  const shared = { pool, publish, logger, passwords, links, revocations };
  const setPassword = createSetPassword(publish, links);
  const sessions = createSessionService(shared);
  return {
    handlers: createHandlers(),
    backgroundServices: [
      revocations.backgroundService,
      repeat({ name: 'purge', everyMs: PURGE_INTERVAL_MS, logger }, () =>
        purge({ pool, logger, revocations }),
      ),
    ],
    sessions,
    sessionTokens,
    revocations,
    findRevocationState: createFindRevocationState(pool),
    registration: createRegistrationService(shared),
    recovery: createRecoveryService({ ...shared, setPassword }),
    changePassword: createChangePassword({ ...shared, sessions, setPassword }),
    changeAccount: createChangeAccount(shared),
    deletion: createDeletionService({ ...shared, sessions }),
    exports: createExportService(sessions, exportSources(config, context)),
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
