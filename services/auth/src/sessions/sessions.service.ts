import { userSessionsRevoked } from '@cairn/contracts/events/users.ts';
import { emailAddress } from '@cairn/contracts/http/accounts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createBatch } from '@cairn/service-kit/batch.ts';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { TokenOwner } from '@cairn/service-kit/revocation-markers.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RevocationService } from '../revocations/revocations.service.ts';
import { findPendingHash } from '../users/pending-registrations.store.ts';
import { isUserId as isUuid, rejectSuspended } from '../users/user-rules.ts';
import {
  endSessions,
  findUser,
  findUserByEmail,
  findUsersOfSessions,
  markLoggedIn,
  type UserWithProducts,
  upgradePasswordHash,
} from '../users/users.store.ts';
import { listSessions, markSessionEnded, type SessionRow, touchSession } from './sessions.store.ts';

export type SessionService = {
  /** Throws 401 for incorrect credentials; 403 (unverified, suspended) only with the correct password. */
  login(email: string, password: string): Promise<UserWithProducts>;
  /** Returns the current user of a token. */
  getUser(identity: Identity): Promise<UserWithProducts>;
  /** Like `getUser`; also refuses a token of an ended session, and updates when it was last seen. */
  visit(identity: Identity): Promise<UserWithProducts>;
  /** Ends the session of the token. */
  logout(identity: Identity): Promise<void>;
  /** Lists the caller's active sessions. */
  list(identity: Identity): Promise<SessionRow[]>;
  /** Ends one session of the caller; throws 404 if it belongs to another user or has ended. */
  end(identity: Identity, sessionId: string): Promise<void>;
  /** Revokes every token of the caller, including the current one. */
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
  const findUserOfSession = createBatch((tokens: readonly TokenOwner[]) =>
    findUsersOfSessions(pool, tokens),
  );
  return {
    async login(email, password) {
      const user = await findUserByEmail(pool, addressOf(email));
      // A refused login costs the same with and without a pending sign-up: its time must reveal none.
      const pendingHash = await findPendingHash(pool, addressOf(email));
      const hashes = [user?.passwordHash ?? null, pendingHash];
      const match = await passwords.findMatch(password, hashes);
      // The password of a pending sign-up, whether or not the address has an account.
      if (match === 1) throw unverified();
      if (!user?.passwordHash || match !== 0) {
        logger.info({ userId: user?.id }, 'login.refused');
        throw new UnauthenticatedError('Invalid email or password');
      }
      await upgradeOutdatedHash(user.id, user.passwordHash, password);
      rejectSuspended(user);
      rejectUnverified(user);
      await markLoggedIn(pool, user.id);
      logger.info({ userId: user.id }, 'user.logged_in');
      return user;
    },

    getUser,

    async visit({ userId, sessionId, tokenVersion }) {
      const user = isUuid(userId) ? await findUserOfSession({ userId, sessionId }) : null;
      if (!user || user.isSessionEnded) throw new UnauthenticatedError();
      rejectInactive(user, tokenVersion);
      if (sessionId && user.isTouchDue) await touchSession(pool, sessionId);
      return user;
    },

    async logout(identity) {
      // Tokens from before sessions had ids can only be revoked together.
      if (!identity.sessionId) return logoutEverywhere(identity);
      await endSession(identity, identity.sessionId);
      logger.info({ userId: identity.userId }, 'user.logged_out');
    },

    list: ({ userId }) => listSessions(pool, userId),

    async end(identity, sessionId) {
      const isOwn = isUuid(sessionId) && (await endSession(identity, sessionId));
      if (!isOwn) throw new NotFoundError();
      logger.info({ userId: identity.userId }, 'session.ended');
    },

    logoutEverywhere,
  };

  async function endSession({ userId }: Identity, id: string): Promise<boolean> {
    const isEnded = await markSessionEnded(pool, { id, userId });
    if (isEnded) await revocations.announceSession(id);
    return isEnded;
  }

  async function logoutEverywhere(identity: Identity): Promise<void> {
    const { id } = await getUser(identity);
    await inTransaction(pool, async (tx) => {
      const user = await endSessions(tx, id);
      if (!user) throw new UnauthenticatedError();
      await publish(tx, userSessionsRevoked, {
        userId: id,
        version: user.version,
        tokenVersion: user.tokenVersion,
      });
    });
    await revocations.announce(id);
    logger.info({ userId: id }, 'user.logged_out_everywhere');
  }

  async function getUser({ userId, tokenVersion }: Identity): Promise<UserWithProducts> {
    const user = isUuid(userId) ? await findUser(pool, userId) : null;
    if (!user) throw new UnauthenticatedError();
    rejectInactive(user, tokenVersion);
    return user;
  }

  /** Runs at login: only then is the plain password known. */
  async function upgradeOutdatedHash(
    userId: string,
    from: string,
    password: string,
  ): Promise<void> {
    if (!passwords.isOutdated(from)) return;
    await upgradePasswordHash(pool, userId, { from, to: await passwords.hash(password) });
    logger.info({ userId }, 'password.rehashed');
  }
}

/** A user's token version is never lower than the lowest valid one in `revocations`. */
function rejectInactive(user: UserWithProducts, tokenVersion: number): void {
  if (user.status !== 'active' || tokenVersion < user.tokenVersion)
    throw new UnauthenticatedError();
}

/** Maps invalid addresses to one without an account, so that both take the same time. */
function addressOf(typed: string): string {
  const email = emailAddress.safeParse(typed);
  return email.success ? email.data : '';
}

function rejectUnverified(user: UserWithProducts): void {
  if (!user.emailVerified) throw unverified();
}

function unverified(): ForbiddenError {
  return new ForbiddenError('Please verify your email address before logging in.', {
    unverifiedEmail: true,
  });
}
