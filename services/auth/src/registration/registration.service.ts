import { randomUUID } from 'node:crypto';
import { emailRequested, userRegistered, userVerified } from '@cairn/contracts/events/users.ts';
import { countEventsOfUser } from '@cairn/events/outbox.store.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Links } from '../links/links.service.ts';
import { rejectCommonPassword } from '../passwords/common-passwords.ts';
import type { Passwords } from '../passwords/passwords.ts';
import {
  completeRegistration,
  findPendingHash,
  upsertPendingRegistration,
} from '../users/pending-registrations.store.ts';
import { rejectSuspended } from '../users/user-rules.ts';
import { presentPerson } from '../users/users.presenter.ts';
import {
  findUserByEmailForUpdate,
  insertUser,
  markVerifiedAndLoggedIn,
  type UserWithProducts,
} from '../users/users.store.ts';

/** Per mailbox. The rate limit counts by client and alone would let clients flood a mailbox. */
const MAX_MAILS_PER_HOUR = 20;
const HOUR_MS = 3600 * 1000;

export type RegistrationService = {
  /** Behaves alike for a new and a known address; only the mail differs. */
  signUp(form: SignUpForm): Promise<void>;
  /** Uses the link of the newest verification mail, once. */
  verifyEmail(token: string): Promise<VerifiedEmail>;
};

export type SignUpForm = { email: string; password: string; huntHandle?: string };

export type VerifiedEmail = {
  user: UserWithProducts;
  /** Lets the owner of the mailbox replace a password that a third party signed up with. */
  passwordToken: string;
  /** The hunt that the visitor was joining at sign-up. */
  huntHandle: string | null;
};

/** A sign-up before its transaction. `pendingHash` is the hash that it was compared with. */
type SignUp = {
  email: string;
  passwordHash: string;
  pendingHash: string | null;
  isSame: boolean;
  huntHandle: string | null;
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
    async signUp({ email, password, huntHandle = null }) {
      rejectCommonPassword(password, 'password');
      const passwordHash = await passwords.hash(password);
      let userId: string | null = null;
      // Repeats if another sign-up for this address committed after the comparison.
      while (userId === null) {
        const pendingHash = await findPendingHash(pool, email);
        // Compares with a dummy hash if nothing is pending, so that both take the same time.
        const isSame = await passwords.matches(password, pendingHash);
        const signUp = { email, passwordHash, pendingHash, isSame, huntHandle };
        userId = await inTransaction(pool, (tx) => register(tx, signUp));
      }
      logger.info({ userId }, 'user.signed_up');
    },

    async verifyEmail(token) {
      const verified = await inTransaction(pool, async (tx) => {
        const owner = await links.use(tx, 'verification', token);
        if (!owner) throw new InvalidInputError('Verification failed');
        rejectSuspended(owner);
        const huntHandle = await completeRegistration(tx, owner.id);
        const user = await markVerifiedAndLoggedIn(tx, owner.id);
        await publish(tx, userVerified, presentPerson(user));
        const passwordToken = await links.issue(tx, user.id, 'password_reset');
        return { user, passwordToken, huntHandle };
      });
      logger.info({ userId: verified.user.id }, 'user.verified');
      return verified;
    },
  };

  /**
   * Stores the password as pending, whether or not the address has an account, and mails the owner.
   * Returns the user's id; null if another sign-up has replaced the hash that was compared.
   */
  async function register(tx: Transaction, signUp: SignUp): Promise<string | null> {
    const { email, passwordHash, pendingHash, isSame, huntHandle } = signUp;
    const created = await insertUser(tx, { id: randomUUID(), email, passwordHash: null });
    const user = created ?? (await findUserByEmailForUpdate(tx, email));
    if (!user || (await findPendingHash(tx, email)) !== pendingHash) return null;
    await upsertPendingRegistration(tx, { userId: user.id, passwordHash, isSame, huntHandle });
    if (created) await publish(tx, userRegistered, presentPerson(user));
    if (await isMailLimitReached(tx, user.id)) return user.id;
    if (user.emailVerified) {
      await publish(tx, emailRequested, {
        userId: user.id,
        email: user.email,
        template: 'account_exists',
        sealedToken: null,
        expiresAt: null,
      });
    } else await links.send(tx, user, 'verification');
    return user.id;
  }
}

async function isMailLimitReached(tx: Transaction, userId: string): Promise<boolean> {
  const since = new Date(Date.now() - HOUR_MS);
  const sent = await countEventsOfUser(tx, { userId, type: emailRequested.type, since });
  return sent >= MAX_MAILS_PER_HOUR;
}
