import { emailRequested, userDeleted } from '@cairn/contracts/events/users.ts';
import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import { leaveTombstone } from '@cairn/events/erasure.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  ConflictError,
  InvalidInputError,
  UnauthenticatedError,
} from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { deleteUserProducts } from '../products/user-products.store.ts';
import { isUserId } from '../users/user-id.ts';
import { findUser, type UserRow } from '../users/users.store.ts';
import { deleteUser, findUserForUpdate, lockActiveAdmins } from './deletion.store.ts';

export type DeletionService = {
  /** For good, by whoever knows the password. 401, 400 `Password is incorrect`, 409 the last admin. */
  deleteOwnAccount(identity: Identity, password: string): Promise<void>;
};

type DeletionOptions = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  passwords: Passwords;
};

export function createDeletionService(options: DeletionOptions): DeletionService {
  const { pool, logger, passwords } = options;
  return {
    async deleteOwnAccount(identity, password) {
      const { userId } = identity;
      const known = isUserId(userId) ? await findUser(pool, userId) : null;
      const user = refuseEnded(known, identity);
      if (!(await passwords.fits(password, user.password_hash))) {
        throw new InvalidInputError(WRONG_PASSWORD.toDelete);
      }
      await inTransaction(pool, (tx) => erase(options, tx, identity));
      logger.info({ userId }, 'user.deleted');
    },
  };
}

async function erase(
  { publish }: DeletionOptions,
  tx: Transaction,
  identity: Identity,
): Promise<void> {
  // Before the user's own row, always in the same order: two admins who leave at once take turns.
  const admins = await lockActiveAdmins(tx);
  // A new password ends older tokens, so that the one that was checked is still the right one.
  const user = refuseEnded(await findUserForUpdate(tx, identity.userId), identity);
  if (user.is_admin && admins.every((id) => id === user.id)) {
    throw new ConflictError(
      'You are the last admin. Make somebody else an admin first, then delete your account.',
    );
  }
  await deleteUserProducts(tx, user.id);
  await deleteUser(tx, user.id);
  await leaveTombstone(tx, user.id);
  await publish(tx, emailRequested, {
    userId: user.id,
    email: user.email,
    template: 'account_deleted',
    sealedToken: null,
    expiresAt: null,
  });
  // Last: it tells everybody, auth too, to forget what came before it.
  await publish(tx, userDeleted, {
    userId: user.id,
    version: user.version + 1,
    deletedAt: new Date().toISOString(),
  });
}

function refuseEnded<User extends UserRow>(user: User | null, { tokenVersion }: Identity): User {
  if (user?.status === 'active' && tokenVersion >= user.token_version) return user;
  throw new UnauthenticatedError();
}
