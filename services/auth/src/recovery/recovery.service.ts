import { setTimeout } from 'node:timers/promises';
import { userVerified } from '@cairn/contracts/events/users.ts';
import { INVALID_RESET_LINK } from '@cairn/contracts/refusal-texts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { LinkPurpose } from '../links/link-tokens.store.ts';
import type { Links } from '../links/links.service.ts';
import type { SetPassword } from '../password-changes/password-setting.ts';
import { rejectCommonPassword } from '../passwords/common-passwords.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RevocationService } from '../revocations/revocations.service.ts';
import { completeRegistration } from '../users/pending-registrations.store.ts';
import { presentPerson } from '../users/users.presenter.ts';
import { findUserByEmailForUpdate, markEmailVerified, type UserRow } from '../users/users.store.ts';

/**
 * Creating a link takes one more transaction: 2 to 5 ms, tens of ms on a busy machine. Both paths
 * answer after this time at the earliest, so that timing does not reveal known addresses (P-4.1).
 */
const MIN_RESPONSE_MS = 120;

export type RecoveryService = {
  /** Mails a new verification link if the address has an unverified account. */
  resendVerification(email: string): Promise<void>;
  /** Mails a password reset link if the address has an account. */
  requestReset(email: string): Promise<void>;
  /** Sets a password by a reset link, which also verifies the email address. */
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
      sendLinkIf(email, 'verification', ({ emailVerified }) => !emailVerified),

    requestReset: (email) => sendLinkIf(email, 'password_reset', () => true),

    async reset(token, password) {
      rejectCommonPassword(password, 'password');
      // Checked before hashing, so that an invalid token costs no hash.
      if (!(await links.isValid(pool, 'password_reset', token))) throw invalidLink();
      const passwordHash = await passwords.hash(password);
      const userId = await inTransaction(pool, async (tx) => {
        const owner = await links.use(tx, 'password_reset', token);
        if (!owner) throw invalidLink();
        await setPassword(tx, owner.id, passwordHash);
        if (!owner.emailVerified) {
          await completeRegistration(tx, owner.id);
          const verified = await markEmailVerified(tx, owner.id);
          await publish(tx, userVerified, presentPerson(verified));
        }
        return owner.id;
      });
      await revocations.announce(userId);
      logger.info({ userId }, 'password.reset');
    },
  };

  async function sendLinkIf(
    email: string,
    purpose: LinkPurpose,
    isDue: (user: UserRow) => boolean,
  ): Promise<void> {
    await atLeast(MIN_RESPONSE_MS, () =>
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

/** Resolves after `ms` at the earliest, so that timing does not reveal whether `work` did anything. */
async function atLeast(ms: number, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), setTimeout(ms)]);
}
