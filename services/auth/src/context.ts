import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { createServiceClient } from '@cairn/service-kit/service-client.ts';
import { addAccountRoutes } from './accounts/accounts.routes.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { addDeletionRoutes } from './deletion/deletion.routes.ts';
import { createDeletionService } from './deletion/deletion.service.ts';
import { addExportRoutes } from './export/export.routes.ts';
import { createExportService, type ExportSources } from './export/export.service.ts';
import { createPasswords } from './passwords/passwords.ts';
import { addRegistrationRoutes } from './registration/registration.routes.ts';
import { createRegistrationService } from './registration/registration.service.ts';
import { createSessionTokens } from './sessions/session-tokens.ts';
import { addSessionRoutes } from './sessions/sessions.routes.ts';
import { createSessionService } from './sessions/sessions.service.ts';

export type Context = ReturnType<typeof createContext>;

/** The one place where the service is wired. */
export function createContext(config: Config, overrides: FoundationOverrides = {}) {
  const foundation = createFoundation('auth', config, overrides);
  const { pool, publish, logger } = foundation;
  const passwords = createPasswords();
  const sessionTokens = createSessionTokens(config.JWT_PRIVATE_KEY);
  const registration = createRegistrationService({
    pool,
    publish,
    logger,
    passwords,
    sealKey: config.LINK_SEAL_KEY,
  });
  const sessions = createSessionService({ pool, logger, passwords });
  const routes = foundation.createRoutes();
  addRegistrationRoutes(routes, { registration, sessionTokens });
  addSessionRoutes(routes, { sessions, sessionTokens });
  addAccountRoutes(routes, pool);
  addDeletionRoutes(routes, createDeletionService({ pool, publish, logger, passwords }));
  addExportRoutes(routes, createExportService(sessions, exportSources(config)));
  return { ...foundation, ...createEventing(foundation, createHandlers()), routes };
}

function exportSources(config: Config): ExportSources {
  const clientOf = (baseUrl: string) =>
    createServiceClient({ baseUrl, secret: config.INTERNAL_SECRET });
  return {
    catalog: clientOf(config.CATALOG_URL),
    payment: clientOf(config.PAYMENT_URL),
    notification: clientOf(config.NOTIFICATION_URL),
    admin: clientOf(config.ADMIN_URL),
  };
}
