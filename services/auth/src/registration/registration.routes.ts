import { signup, verifyEmail } from '@cairn/contracts/http/accounts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { SessionTokens } from '../sessions/session-tokens.ts';
import { presentUser } from '../users/users.presenter.ts';
import type { RegistrationService } from './registration.service.ts';

const SIGNED_UP =
  "Check your email: we've sent you a link to go on. Please check your inbox and spam/junk folder.";

export function addRegistrationRoutes(
  routes: Routes,
  {
    pool,
    registration,
    sessionTokens,
  }: { pool: Pool; registration: RegistrationService; sessionTokens: SessionTokens },
): void {
  routes.add(signup, async ({ body }) => {
    await registration.signUp(body);
    return { message: SIGNED_UP };
  });

  routes.add(verifyEmail, async ({ query, request }) => {
    requireGet(request.method);
    const { user, passwordToken, huntHandle } = await registration.verifyEmail(query.token);
    return {
      token: await sessionTokens.issue(pool, user, request.get('user-agent')),
      user: presentUser(user),
      hasPassword: user.passwordHash !== null,
      passwordToken,
      huntHandle,
    };
  });
}

/** Express serves HEAD with the GET route: a link checker must not consume the link. */
function requireGet(method: string): void {
  if (method === 'GET') return;
  throw new AppError('Use GET.', {
    code: 'method_not_allowed',
    status: 405,
    headers: { allow: 'GET' },
  });
}
