import { emailRequested, userDeleted } from '@cairn/contracts/events/users.ts';
import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import { insertTombstone } from '@cairn/events/erasure.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnauthenticatedError,
} from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { deleteUserProducts } from '../products/user-products.store.ts';
import type { RevocationService } from '../revocations/revocations.service.ts';
import type { SessionService } from '../sessions/sessions.service.ts';
import { isUserId, LAST_ADMIN } from '../users/user-rules.ts';
import {
  deleteUser,
  findUserForUpdate,
  lockActiveAdmins,
  type UserRow,
} from '../users/users.store.ts';

const LAST_ADMIN_LEAVES =
  'You are the last admin. Make somebody else an admin first, then delete your account.';

export type DeletionService = {
  /** Deletes the caller's account. Throws 401, 400 `Password is incorrect`, 409 for the last admin. */
  deleteOwnAccount(identity: Identity, password: string): Promise<void>;
  /** As an admin. Throws 403 if the caller is no longer one, 404, 409 for the last admin. */
  deleteByStaff(
    tx: Transaction,
    deletion: { adminId: string; userId: string; afterCommit: (work: () => unknown) => void },
  ): Promise<void>;
};

export type DeletionDeps = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  passwords: Passwords;
  sessions: Pick<SessionService, 'getUser'>;
  revocations: Pick<RevocationService, 'announce'>;
};

export function createDeletionService(deps: DeletionDeps): DeletionService {
  const { pool, publish, logger, passwords, sessions, revocations } = deps;
  return {
    async deleteOwnAccount(identity, password) {
      const user = await sessions.getUser(identity);
      if (!(await passwords.matches(password, user.passwordHash))) {
        logger.info({ userId: user.id }, 'user_deletion.refused');
        throw new InvalidInputError(WRONG_PASSWORD.toDelete, {
          password: WRONG_PASSWORD.toDelete,
        });
      }
      await inTransaction(pool, (tx) => eraseOwn(tx, publish, user));
      await revocations.announce(user.id);
      logger.info({ userId: user.id }, 'user.deleted');
    },

    async deleteByStaff(tx, { adminId, userId, afterCommit }) {
      const user = await eraseByStaff(tx, publish, { adminId, userId });
      await recordStaffAct(tx, publish, {
        adminId,
        action: 'account_delete',
        subjectType: 'account',
        subjectId: user.id,
        before: null,
        after: null,
      });
      afterCommit(async () => {
        // Uses the stored id: the requested one may differ in case from the id in tokens.
        await revocations.announce(user.id);
        logger.info({ userId: user.id, adminId }, 'user.deleted');
      });
    },
  };
}

async function eraseOwn(tx: Transaction, publish: PublishEvent, known: UserRow): Promise<void> {
  // Locks all admins in id order before the user's row: two admins who delete their accounts
  // concurrently cannot deadlock.
  const admins = await lockActiveAdmins(tx);
  const user = await findUserForUpdate(tx, known.id);
  // A password change, a suspension or another deletion has revoked this token since.
  if (user?.tokenVersion !== known.tokenVersion) throw new UnauthenticatedError();
  rejectLastAdmin(user, admins, LAST_ADMIN_LEAVES);
  await erase(tx, publish, user);
}

async function eraseByStaff(
  tx: Transaction,
  publish: PublishEvent,
  { adminId, userId }: { adminId: string; userId: string },
): Promise<UserRow> {
  const admins = await lockActiveAdmins(tx);
  if (!admins.includes(adminId)) throw new ForbiddenError();
  const user = isUserId(userId) ? await findUserForUpdate(tx, userId) : null;
  if (!user) throw new NotFoundError('No user data found.');
  rejectLastAdmin(user, admins, LAST_ADMIN);
  await erase(tx, publish, user);
  return user;
}

function rejectLastAdmin(user: UserRow, admins: string[], text: string): void {
  if (user.isAdmin && admins.every((id) => id === user.id)) throw new ConflictError(text);
}

async function erase(tx: Transaction, publish: PublishEvent, user: UserRow): Promise<void> {
  await deleteUserProducts(tx, user.id);
  await deleteUser(tx, user.id);
  await insertTombstone(tx, user.id);
  await publishDeletion(tx, publish, user);
}

async function publishDeletion(
  tx: Transaction,
  publish: PublishEvent,
  { id: userId, email, version }: UserRow,
): Promise<void> {
  await publish(tx, emailRequested, {
    userId,
    email,
    template: 'account_deleted',
    sealedToken: null,
    expiresAt: null,
  });
  // Published last: consumers, auth included, erase the user's data from all earlier events.
  await publish(tx, userDeleted, {
    userId,
    version: version + 1,
    deletedAt: new Date().toISOString(),
  });
}
