import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError, UnauthenticatedError } from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { rejectCommonPassword } from '../passwords/common-passwords.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RevocationService } from '../revocations/revocations.service.ts';
import type { SessionService } from '../sessions/sessions.service.ts';
import { findUserForUpdate, type UserRow } from '../users/users.store.ts';
import type { SetPassword } from './password-setting.ts';

export type PasswordChangeDeps = {
  pool: Pool;
  logger: Logger;
  passwords: Passwords;
  sessions: SessionService;
  revocations: RevocationService;
  setPassword: SetPassword;
};

export type ChangePassword = (
  identity: Identity,
  given: { currentPassword: string; newPassword: string },
) => Promise<UserRow>;

/** Returns the user with the new token version. */
export function createChangePassword(deps: PasswordChangeDeps): ChangePassword {
  const { pool, logger, passwords, sessions, revocations, setPassword } = deps;
  return async (identity, { currentPassword, newPassword }) => {
    const user = await sessions.getUser(identity);
    if (!(await passwords.matches(currentPassword, user.passwordHash))) {
      logger.info({ userId: user.id }, 'password_change.refused');
      throw new InvalidInputError(WRONG_PASSWORD.toChange, {
        currentPassword: WRONG_PASSWORD.toChange,
      });
    }
    rejectCommonPassword(newPassword, 'newPassword');
    const passwordHash = await passwords.hash(newPassword);
    const changed = await inTransaction(pool, async (tx) => {
      const present = await findUserForUpdate(tx, user.id);
      // Another password change, a suspension or a deletion has revoked this token since.
      if (present?.tokenVersion !== user.tokenVersion) throw new UnauthenticatedError();
      return setPassword(tx, user.id, passwordHash);
    });
    await revocations.announce(user.id);
    logger.info({ userId: user.id }, 'password.changed');
    return changed;
  };
}
