import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

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

const COMPLETE_REGISTRATION = statement(
  'auth.completeRegistration',
  `WITH pending AS (DELETE FROM pending_registrations WHERE user_id = $1 RETURNING *),
     password AS (
       UPDATE users SET password_hash = pending.password_hash FROM pending
       WHERE id = $1 AND users.password_hash IS NULL
         AND NOT is_disputed AND expires_at > now()
     )
   SELECT hunt_handle AS "huntHandle" FROM pending WHERE expires_at > now()`,
);

/**
 * Completes the pending sign-up of a user whose address is verified. Its password becomes the user's,
 * unless it is disputed or the user has one. Returns the hunt that the visitor was joining, or null.
 */
export async function completeRegistration(
  tx: Transaction,
  userId: string,
): Promise<string | null> {
  const row = await COMPLETE_REGISTRATION.first(tx, [userId]);
  return row?.huntHandle ?? null;
}

const DELETE_EXPIRED_REGISTRATIONS = statement(
  'auth.deleteExpiredRegistrations',
  'DELETE FROM pending_registrations WHERE expires_at <= now()',
);

export async function deleteExpiredRegistrations(db: Database): Promise<number> {
  return DELETE_EXPIRED_REGISTRATIONS.execute(db);
}
