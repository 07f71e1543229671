import { changePassword } from '@cairn/contracts/http/accounts.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { SessionTokens } from '../sessions/session-tokens.ts';
import type { ChangePassword } from './password-change.service.ts';

export function addPasswordChangeRoutes(
  routes: Routes,
  { change, sessionTokens }: { change: ChangePassword; sessionTokens: SessionTokens },
): void {
  routes.add(changePassword, async ({ identity, body }) => {
    const user = await change(identity, body);
    return { message: 'Password changed successfully!', token: sessionTokens.sign(user) };
  });
}
