import { emailAddress } from '@cairn/contracts/http/accounts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { ForbiddenError, UnauthenticatedError } from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { isUserId } from '../users/user-id.ts';
import {
  findUser,
  findUserByEmail,
  markLoggedIn,
  type UserWithProducts,
} from '../users/users.store.ts';
import { refuseSuspended } from './standing.ts';

export type SessionService = {
  /** Refuses with 401 what does not fit, and with 403 only those who know the password. */
  login(email: string, password: string): Promise<UserWithProducts>;
  /** The user of a token, as they are now. */
  getUser(identity: Identity): Promise<UserWithProducts>;
};

export function createSessionService({
  pool,
  logger,
  passwords,
}: {
  pool: Pool;
  logger: Logger;
  passwords: Passwords;
}): SessionService {
  return {
    async login(email, password) {
      const user = await findByTypedEmail(pool, email);
      const isRight = await passwords.fits(password, user?.password_hash ?? null);
      if (!user || !isRight) {
        logger.info({ userId: user?.id }, 'login.refused');
        throw new UnauthenticatedError('Invalid email or password');
      }
      refuseSuspended(user);
      refuseUnverified(user);
      await markLoggedIn(pool, user.id);
      logger.info({ userId: user.id }, 'user.logged_in');
      return user;
    },

    async getUser({ userId, tokenVersion }) {
      const user = isUserId(userId) ? await findUser(pool, userId) : null;
      if (user?.status !== 'active' || tokenVersion < user.token_version) {
        throw new UnauthenticatedError();
      }
      return user;
    },
  };
}

/** What is no address cannot have an account, but must cost the caller the same. */
async function findByTypedEmail(pool: Pool, typed: string): Promise<UserWithProducts | null> {
  const email = emailAddress.safeParse(typed);
  return findUserByEmail(pool, email.success ? email.data : '');
}

function refuseUnverified(user: UserWithProducts): void {
  if (user.email_verified) return;
  throw new ForbiddenError('Please verify your email address before logging in.', {
    unverifiedEmail: true,
  });
}
