import { changePassword } from '@cairn/contracts/http/accounts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { SessionTokens } from '../sessions/session-tokens.ts';
import type { ChangePassword } from './password-change.service.ts';

export function addPasswordChangeRoutes(
  routes: Routes,
  {
    pool,
    changePassword: change,
    sessionTokens,
  }: { pool: Pool; changePassword: ChangePassword; sessionTokens: SessionTokens },
): void {
  routes.add(changePassword, async ({ identity, body, request }) => {
    const user = await change(identity, body);
    const token = await sessionTokens.issue(pool, user, request.get('user-agent'));
    return { message: 'Password changed successfully!', token };
  });
}
