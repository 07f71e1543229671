import {
  requestPasswordReset,
  resendVerification,
  resetPassword,
} from '@cairn/contracts/http/accounts.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { RecoveryService } from './recovery.service.ts';

const LINK_RESENT =
  "If an account exists with that email, we've sent a new verification link. Please check your inbox and spam/junk folder.";
const RESET_SENT = "If an account exists with that email, we've sent password reset instructions.";

export function addRecoveryRoutes(routes: Routes, recovery: RecoveryService): void {
  routes.add(resendVerification, async ({ body }) => {
    await recovery.resendVerification(body.email);
    return { message: LINK_RESENT };
  });

  routes.add(requestPasswordReset, async ({ body }) => {
    await recovery.requestReset(body.email);
    return { message: RESET_SENT };
  });

  routes.add(resetPassword, async ({ body }) => {
    await recovery.reset(body.token, body.password);
    return { message: 'Your password has been reset.' };
  });
}
