import {
  endSession,
  getSession,
  listSessions,
  login,
  logout,
  logoutEverywhere,
} from '@cairn/contracts/http/accounts.ts';
import { getLowestTokenVersion } from '@cairn/contracts/internal/auth.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { FindRevocationState } from '@cairn/service-kit/identity-revocation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentUser } from '../users/users.presenter.ts';
import type { SessionTokens } from './session-tokens.ts';
import { presentSession } from './sessions.presenter.ts';
import type { SessionService } from './sessions.service.ts';

type Deps = { pool: Pool; sessions: SessionService; sessionTokens: SessionTokens };

export function addSessionRoutes(routes: Routes, { pool, sessions, sessionTokens }: Deps): void {
  routes.add(login, async ({ body, request }) => {
    const user = await sessions.login(body.email, body.password);
    const token = await sessionTokens.issue(pool, user, request.get('user-agent'));
    return { token, user: presentUser(user) };
  });

  routes.add(logout, async ({ identity }) => {
    await sessions.logout(identity);
    return { message: 'You are logged out.' };
  });

  routes.add(logoutEverywhere, async ({ identity }) => {
    await sessions.logoutEverywhere(identity);
    return { message: 'You are logged out on every device.' };
  });

  routes.add(listSessions, async ({ identity }) => {
    const rows = await sessions.list(identity);
    return { sessions: rows.map((row) => presentSession(row, identity)) };
  });

  routes.add(endSession, async ({ identity, params }) => {
    await sessions.end(identity, params.id);
    return { message: 'That device is logged out.' };
  });
}

/** `routes` do not check revocation: `visit` does. */
export function addVisitRoute(routes: Routes, sessions: SessionService): void {
  routes.addRead(getSession, async ({ identity }) => presentUser(await sessions.visit(identity)));
}

/** Fallback for services that cannot read revocation markers from Redis. */
export function addRevocationRoutes(routes: Routes, findState: FindRevocationState): void {
  routes.add(getLowestTokenVersion, async ({ params, query }) => {
    const { lowestVersion, isSessionEnded } = await findState(params.id, query.sessionId ?? null);
    return { version: lowestVersion, isSessionEnded };
  });
}
