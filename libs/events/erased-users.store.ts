import type { Database, Transaction } from '@cairn/postgres/pool.ts';

const ERASURE_LOCK = `hashtextextended(format('erasure:%s:%s', current_schema(), $1::text), 0)`;

/**
 * Shared lock, held until the transaction ends: the user is not erased while something of theirs is
 * written. Writers do not wait for each other.
 */
export async function lockForWriting(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${ERASURE_LOCK})`, [userId]);
}

/** Exclusive lock, held until the transaction ends: waits for all who write something of the user. */
export async function lockForErasure(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${ERASURE_LOCK})`, [userId]);
}

export async function insertErasedUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query('INSERT INTO erased_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
}

export async function findErasedUser(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'erased-user-find',
    text: 'SELECT FROM erased_users WHERE user_id = $1',
    values: [userId],
  });
  return rowCount === 1;
}

/** Not the deletion itself, which names nobody and may not be published yet. */
export async function deleteOutboxOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM outbox WHERE topic = 'users' AND key = $1 AND type <> 'user.deleted'`,
    [userId],
  );
}

export async function deleteParkedOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`DELETE FROM parked_events WHERE topic = 'users' AND key = $1`, [userId]);
}

/** Also messages that nobody could read, where the id is in their bytes. */
export async function deleteDeadLettersOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM dead_letters
     WHERE topic = 'users' AND (envelope->>'key' = $1
       OR raw_key = convert_to($1, 'UTF8')
       OR position(convert_to($1, 'UTF8') IN raw_value) > 0)`,
    [userId],
  );
}
