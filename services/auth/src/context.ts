import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { addAccountRoutes } from './accounts/accounts.routes.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
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
  return { ...foundation, ...createEventing(foundation, createHandlers()), routes };
}
