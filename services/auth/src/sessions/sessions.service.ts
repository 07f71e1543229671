import { userSessionsRevoked } from '@cairn/contracts/events/users.ts';
import { emailAddress } from '@cairn/contracts/http/accounts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { ForbiddenError, UnauthenticatedError } from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { findPendingHash } from '../registration/pending-registrations.store.ts';
import type { RevocationService } from '../revocations/revocations.service.ts';
import { isUserId } from '../users/user-id.ts';
import {
  endSessions,
  findUser,
  findUserByEmail,
  markLoggedIn,
  type UserWithProducts,
  upgradePasswordHash,
} from '../users/users.store.ts';
import { refuseSuspended } from './standing.ts';

export type SessionService = {
  /** Refuses with 401 what does not fit, and with 403 only those who know the password. */
  login(email: string, password: string): Promise<UserWithProducts>;
  /** The user of a token, as they are now. */
  getUser(identity: Identity): Promise<UserWithProducts>;
  /** Ends every token of the caller, this one too. */
  logoutEverywhere(identity: Identity): Promise<void>;
};

export type SessionDeps = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  passwords: Passwords;
  revocations: RevocationService;
};

export function createSessionService(deps: SessionDeps): SessionService {
  const { pool, publish, logger, passwords, revocations } = deps;
  return {
    async login(email, password) {
      const user = await findUserByEmail(pool, addressOf(email));
      const isRight = await passwords.fits(password, user?.password_hash ?? null);
      if (!user?.password_hash || !isRight) {
        await refusePending(email, password);
        logger.info({ userId: user?.id }, 'login.refused');
        throw new UnauthenticatedError('Invalid email or password');
      }
      await keepUpToDate(user.id, user.password_hash, password);
      refuseSuspended(user);
      refuseUnverified(user);
      await markLoggedIn(pool, user.id);
      logger.info({ userId: user.id }, 'user.logged_in');
      return user;
    },

    getUser,

    async logoutEverywhere(identity) {
      const { id } = await getUser(identity);
      await inTransaction(pool, async (tx) => {
        const user = await endSessions(tx, id);
        if (!user) throw new UnauthenticatedError();
        await publish(tx, userSessionsRevoked, {
          userId: id,
          version: user.version,
          tokenVersion: user.token_version,
        });
      });
      await revocations.announce(id);
      logger.info({ userId: id }, 'user.logged_out_everywhere');
    },
  };

  async function getUser({ userId, tokenVersion }: Identity): Promise<UserWithProducts> {
    const user = isUserId(userId) ? await findUser(pool, userId) : null;
    if (user?.status !== 'active' || tokenVersion < user.token_version) {
      throw new UnauthenticatedError();
    }
    return user;
  }

  /** Throws 403 for the password of a pending sign-up, whether or not the address has an account. */
  async function refusePending(typed: string, password: string): Promise<void> {
    const pendingHash = await findPendingHash(pool, addressOf(typed));
    if (pendingHash && (await passwords.fits(password, pendingHash))) throw unverified();
  }

  /** Only here the password is known that an older policy hashed. */
  async function keepUpToDate(userId: string, from: string, password: string): Promise<void> {
    if (!passwords.isOutdated(from)) return;
    await upgradePasswordHash(pool, userId, { from, to: await passwords.hash(password) });
    logger.info({ userId }, 'password.rehashed');
  }
}

/** What is no address cannot have an account, but must cost the caller the same. */
function addressOf(typed: string): string {
  const email = emailAddress.safeParse(typed);
  return email.success ? email.data : '';
}

function refuseUnverified(user: UserWithProducts): void {
  if (!user.email_verified) throw unverified();
}

function unverified(): ForbiddenError {
  return new ForbiddenError('Please verify your email address before logging in.', {
    unverifiedEmail: true,
  });
}
