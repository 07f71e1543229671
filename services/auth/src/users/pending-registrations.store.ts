import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { setFirstPassword } from './users.store.ts';

const RETENTION_DAYS = 7;

const FIND_PENDING_HASH = statement(
  'auth.findPendingHash',
  `SELECT pending.password_hash AS "passwordHash" FROM pending_registrations AS pending
   JOIN users ON id = user_id WHERE email = $1 AND expires_at > now()`,
);

/** The hash of the pending sign-up for an address, or null. */
export async function findPendingHash(db: Database, email: string): Promise<string | null> {
  const row = await FIND_PENDING_HASH.first(db, [email]);
  return row?.passwordHash ?? null;
}

const UPSERT_PENDING_REGISTRATION = statement(
  'auth.upsertPendingRegistration',
  `INSERT INTO pending_registrations AS known (user_id, password_hash, hunt_handle, expires_at)
   VALUES ($1, $2, $5?, now() + make_interval(days => $4))
   ON CONFLICT (user_id) DO UPDATE SET
     password_hash = excluded.password_hash,
     hunt_handle = coalesce(excluded.hunt_handle, known.hunt_handle),
     is_disputed = known.expires_at > now() AND (known.is_disputed OR NOT $3),
     expires_at = excluded.expires_at`,
);

/**
 * Replaces the pending sign-up of a user who is locked in `tx`. If its password differs from the
 * previous one (`isSame` is false), it becomes disputed.
 */
export async function upsertPendingRegistration(
  tx: Transaction,
  pending: { userId: string; passwordHash: string; isSame: boolean; huntHandle: string | null },
): Promise<void> {
  await UPSERT_PENDING_REGISTRATION.execute(tx, [
    pending.userId,
    pending.passwordHash,
    pending.isSame,
    RETENTION_DAYS,
    pending.huntHandle,
  ]);
}

const DELETE_PENDING_REGISTRATION = statement(
  'auth.deletePendingRegistration',
  `DELETE FROM pending_registrations WHERE user_id = $1
   RETURNING password_hash AS "passwordHash", hunt_handle AS "huntHandle",
     is_disputed AS "isDisputed", expires_at <= now() AS "isExpired!"`,
);

/**
 * Completes the pending sign-up of a user whose address is verified. Its password becomes the user's,
 * unless it is disputed or the user has one. Returns the hunt that the visitor was joining, or null.
 */
export async function completeRegistration(
  tx: Transaction,
  userId: string,
): Promise<string | null> {
  const pending = await DELETE_PENDING_REGISTRATION.first(tx, [userId]);
  if (!pending || pending.isExpired) return null;
  if (!pending.isDisputed) await setFirstPassword(tx, userId, pending.passwordHash);
  return pending.huntHandle;
}

const DELETE_EXPIRED_REGISTRATIONS = statement(
  'auth.deleteExpiredRegistrations',
  'DELETE FROM pending_registrations WHERE expires_at <= now()',
);

export async function deleteExpiredRegistrations(db: Database): Promise<number> {
  return DELETE_EXPIRED_REGISTRATIONS.execute(db);
}
