import { userUpdated } from '@cairn/contracts/events/users.ts';
import type { Account, updateAccount } from '@cairn/contracts/http/back-office.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  VersionConflictError,
} from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { z } from 'zod';
import type { RevocationService } from '../revocations/revocations.service.ts';
import { completeRegistration } from '../users/pending-registrations.store.ts';
import { isUserId, LAST_ADMIN } from '../users/user-rules.ts';
import { presentPerson } from '../users/users.presenter.ts';
import {
  type AccountFields,
  changeAccount,
  findUserForUpdate,
  lockActiveAdmins,
  type UserRow,
} from '../users/users.store.ts';
import { presentAccount } from './accounts.presenter.ts';

type Changes = z.infer<typeof updateAccount.body>;

/**
 * Changes an account, publishes `user.updated` and records the staff action in one transaction.
 * Throws 403 if the caller is no longer an admin, 404, 409 if no admin would remain.
 */
export type ChangeAccount = (
  tx: Transaction,
  change: {
    adminId: string;
    userId: string;
    changes: Changes;
    /** The version that the edit began with; null overwrites any. */
    ifMatch: number | null;
    afterCommit: (work: () => unknown) => void;
  },
) => Promise<UserRow>;

export function createChangeAccount({
  publish,
  logger,
  revocations,
}: {
  publish: PublishEvent;
  logger: Logger;
  revocations: Pick<RevocationService, 'announce'>;
}): ChangeAccount {
  return async (tx, { adminId, userId, changes, ifMatch, afterCommit }) => {
    // Locks all admins in id order before the account's row: two admins who demote each other
    // cannot deadlock.
    const admins = await lockActiveAdmins(tx);
    if (!admins.includes(adminId)) throw new ForbiddenError();
    const before = isUserId(userId) ? await findUserForUpdate(tx, userId) : null;
    if (!before) throw new NotFoundError('No user data found.');
    if (ifMatch !== null && ifMatch !== before.version)
      throw new VersionConflictError(presentVersion(before));
    const wanted = applyChanges(before, changes);
    const changed = listChanged(presentAccount(before), presentAccount(wanted));
    if (changed.length === 0) return before;
    const isAdminLeft = canActAsAdmin(wanted) || admins.some((id) => id !== before.id);
    if (!isAdminLeft) throw new ConflictError(LAST_ADMIN);
    if (wanted.emailVerified && !before.emailVerified) {
      await completeRegistration(tx, before.id);
    }
    const after = await changeAccount(tx, before.id, wanted);
    await publish(tx, userUpdated, presentPerson(after));
    await recordStaffAct(tx, publish, {
      adminId,
      action: 'account_update',
      subjectType: 'account',
      subjectId: after.id,
      before: auditValues(presentAccount(before), changed),
      after: auditValues(presentAccount(after), changed),
    });
    afterCommit(async () => {
      if (after.tokenVersion !== before.tokenVersion) await revocations.announce(after.id);
      logger.info({ userId: after.id, adminId }, 'user.changed_by_staff');
    });
    return after;
  };
}

/** The user may have caused the change, so it has no admin. */
function presentVersion(user: UserRow) {
  return { ...presentAccount(user), version: user.version, edited_by: null, edited_at: null };
}

const FIELDS = ['status', 'email_verified', 'is_admin', 'first_name', 'last_name'] as const;
type Field = (typeof FIELDS)[number];

function applyChanges(before: UserRow, changes: Changes): UserRow {
  return {
    ...before,
    status: changes.status ?? before.status,
    emailVerified: changes.email_verified ?? before.emailVerified,
    isAdmin: changes.is_admin ?? before.isAdmin,
    firstName: changes.first_name === undefined ? before.firstName : changes.first_name || null,
    lastName: changes.last_name === undefined ? before.lastName : changes.last_name || null,
  };
}

function listChanged(before: Account, after: Account): Field[] {
  return FIELDS.filter((field) => after[field] !== before[field]);
}

function canActAsAdmin(user: AccountFields): boolean {
  return user.isAdmin && user.status === 'active' && user.emailVerified;
}

/** Replaces names by a placeholder: the activity log is kept when the user is erased. */
function auditValues(user: Account, changed: Field[]): Record<string, unknown> {
  return Object.fromEntries(
    changed.map((field) => [field, isName(field) ? redactName(user[field]) : user[field]]),
  );
}

function isName(field: Field): boolean {
  return field === 'first_name' || field === 'last_name';
}

function redactName(name: unknown): string | null {
  return name === null || name === '' ? null : '(a name)';
}
