import { getSession, login, logoutEverywhere } from '@cairn/contracts/http/accounts.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentUser } from '../users/users.presenter.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { SessionService } from './sessions.service.ts';

export function addSessionRoutes(
  routes: Routes,
  { sessions, sessionTokens }: { sessions: SessionService; sessionTokens: SessionTokens },
): void {
  routes.add(login, async ({ body }) => {
    const user = await sessions.login(body.email, body.password);
    return { token: sessionTokens.sign(user), user: presentUser(user) };
  });

  routes.add(getSession, async ({ identity }) => presentUser(await sessions.getUser(identity)));

  routes.add(logoutEverywhere, async ({ identity }) => {
    await sessions.logoutEverywhere(identity);
    return { message: 'You are logged out on every device.' };
  });
}
