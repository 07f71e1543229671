import { INVALID_RESET_LINK } from '@cairn/contracts/account-texts.ts';
import { userVerified } from '@cairn/contracts/events/users.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { LinkPurpose } from '../links/link-tokens.store.ts';
import type { Links } from '../links/links.service.ts';
import { refuseCommon } from '../passwords/common-passwords.ts';
import type { SetPassword } from '../passwords/password-setting.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { completeRegistration } from '../registration/pending-registrations.store.ts';
import type { RevocationService } from '../revocations/revocations.service.ts';
import { presentPerson } from '../users/users.presenter.ts';
import { findUserByEmailForUpdate, markAddressProved, type UserRow } from '../users/users.store.ts';
import { atLeast } from './at-least.ts';

/**
 * A link costs one transaction more than none: 2 to 5 ms, on a busy machine tens of them. Neither
 * path answers sooner than this, so that time tells nothing of the address (P-4.1).
 */
const ANSWER_AFTER_MS = 120;

export type RecoveryService = {
  /** A new verification link, where the address has an unverified account. */
  resendVerification(email: string): Promise<void>;
  /** A link to set a new password, where the address has an account. */
  requestReset(email: string): Promise<void>;
  /** Sets a password by such a link, and proves the address by it. */
  reset(token: string, password: string): Promise<void>;
};

export type RecoveryDeps = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  passwords: Passwords;
  links: Links;
  setPassword: SetPassword;
  revocations: RevocationService;
};

export function createRecoveryService(deps: RecoveryDeps): RecoveryService {
  const { pool, publish, logger, passwords, links, setPassword, revocations } = deps;
  return {
    resendVerification: (email) =>
      sendWhere(email, 'verification', ({ email_verified }) => !email_verified),

    requestReset: (email) => sendWhere(email, 'password_reset', () => true),

    async reset(token, password) {
      refuseCommon(password, 'password');
      // Before the work of a hash, which is not to be had for a made-up token.
      if (!(await links.isGood(pool, 'password_reset', token))) throw invalidLink();
      const passwordHash = await passwords.hash(password);
      const userId = await inTransaction(pool, async (tx) => {
        const owner = await links.use(tx, 'password_reset', token);
        if (!owner) throw invalidLink();
        await setPassword(tx, owner.id, passwordHash);
        if (!owner.email_verified) {
          await completeRegistration(tx, owner.id);
          const proved = await markAddressProved(tx, owner.id);
          await publish(tx, userVerified, presentPerson(proved));
        }
        return owner.id;
      });
      await revocations.announce(userId);
      logger.info({ userId }, 'password.reset');
    },
  };

  async function sendWhere(
    email: string,
    purpose: LinkPurpose,
    isDue: (user: UserRow) => boolean,
  ): Promise<void> {
    await atLeast(ANSWER_AFTER_MS, () =>
      inTransaction(pool, async (tx) => {
        const user = await findUserByEmailForUpdate(tx, email);
        if (user && isDue(user)) await links.send(tx, user, purpose);
      }),
    );
    logger.info({ purpose }, 'link.requested');
  }
}

function invalidLink(): InvalidInputError {
  return new InvalidInputError(INVALID_RESET_LINK);
}
