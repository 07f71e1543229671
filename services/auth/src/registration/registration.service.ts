import { randomUUID } from 'node:crypto';
import { emailRequested, userRegistered, userVerified } from '@cairn/contracts/events/users.ts';
import { countEventsOfUser } from '@cairn/events/outbox.store.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Links } from '../links/links.service.ts';
import { refuseCommon } from '../passwords/common-passwords.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { refuseSuspended } from '../sessions/standing.ts';
import { presentPerson } from '../users/users.presenter.ts';
import {
  clearPassword,
  findUserByEmail,
  findUserByEmailForUpdate,
  insertUser,
  markVerified,
  type UserRow,
  type UserWithProducts,
} from '../users/users.store.ts';

/** Of an hour. Sign-ups are limited by who asks only, and are no way to flood somebody's mailbox. */
const MAILS_TO_ONE = 20;
const HOUR_MS = 3600 * 1000;

export type RegistrationService = {
  /** The same for a new and a known address: what differs goes to the mailbox only. */
  signUp(email: string, password: string): Promise<void>;
  /** Uses the link of the newest verification mail, once. */
  verifyEmail(token: string): Promise<UserWithProducts>;
};

export type RegistrationDeps = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  passwords: Passwords;
  links: Links;
};

export function createRegistrationService(deps: RegistrationDeps): RegistrationService {
  const { pool, publish, logger, passwords, links } = deps;
  return {
    async signUp(email, password) {
      refuseCommon(password, 'password');
      const passwordHash = await passwords.hash(password);
      let userId: string | null = null;
      // Again where another sign-up with this address came between the look and the entry.
      while (userId === null) {
        const known = await findUserByEmail(pool, email);
        // Also where nobody is known, so that time does not tell one from the other.
        const isSame = await passwords.fits(password, known?.password_hash ?? null);
        userId = await inTransaction(pool, (tx) =>
          known ? greetKnown(tx, known, isSame) : enter(tx, email, passwordHash),
        );
      }
      logger.info({ userId }, 'user.signed_up');
    },

    async verifyEmail(token) {
      const user = await inTransaction(pool, async (tx) => {
        const owner = await links.use(tx, 'verification', token);
        if (!owner) throw new InvalidInputError('Verification failed');
        refuseSuspended(owner);
        const verified = await markVerified(tx, owner.id);
        await publish(tx, userVerified, presentPerson(verified));
        return verified;
      });
      logger.info({ userId: user.id }, 'user.verified');
      return user;
    },
  };

  /** Null where the address is known by now. */
  async function enter(tx: Transaction, email: string, passwordHash: string) {
    const user = await insertUser(tx, { id: randomUUID(), email, passwordHash });
    if (!user) return null;
    await publish(tx, userRegistered, presentPerson(user));
    await links.send(tx, user, 'verification');
    return user.id;
  }

  /**
   * Two sign-ups of an unverified address that disagree about the password may be two people's, and
   * the owner's click cannot tell whose was first: no password is left, and the owner sets one by a
   * link (decision 005). Null where the account is not as it was `known`.
   */
  async function greetKnown(tx: Transaction, known: UserRow, isSame: boolean) {
    const user = await findUserByEmailForUpdate(tx, known.email);
    if (user?.password_hash !== known.password_hash) return null;
    if (!user.email_verified && !isSame) await clearPassword(tx, user.id);
    if (await hasMailsEnough(tx, user.id)) return user.id;
    if (user.email_verified) {
      await publish(tx, emailRequested, {
        userId: user.id,
        email: user.email,
        template: 'account_exists',
        sealedToken: null,
        expiresAt: null,
      });
      return user.id;
    }
    await links.send(tx, user, 'verification');
    return user.id;
  }
}

async function hasMailsEnough(tx: Transaction, userId: string): Promise<boolean> {
  const since = new Date(Date.now() - HOUR_MS);
  const sent = await countEventsOfUser(tx, { userId, type: emailRequested.type, since });
  return sent >= MAILS_TO_ONE;
}
