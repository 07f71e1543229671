import type { Database, Transaction } from '@cairn/postgres/pool.ts';

const ERASURE_LOCK = `hashtextextended(format('erasure:%s:%s', current_schema(), $1::text), 0)`;

/**
 * Exclusive lock until the end of the transaction: waits for all transactions that write data of
 * the user.
 */
export async function lockForErasure(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${ERASURE_LOCK})`, [userId]);
}

export async function insertErasedUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query('INSERT INTO erased_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
}

/** Blocks the erasure of the user until the end of the transaction; not other writers. */
export async function lockAndFindErasedUser(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'erased-user-find',
    text: 'SELECT is_erased($1) AS "isErased"',
    values: [userId],
  });
  return rows[0].isErased;
}

export async function findErasedUser(db: Database, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM erased_users WHERE user_id = $1', [userId]);
  return rowCount === 1;
}

/** Keeps `user.deleted`, which holds no personal data and may be unpublished. */
export async function deleteOutboxOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM outbox WHERE topic = 'users' AND key = $1 AND type <> 'user.deleted'`,
    [userId],
  );
}

export async function deleteParkedOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(`DELETE FROM parked_events WHERE topic = 'users' AND key = $1`, [userId]);
}

/** Also matches unparsed messages with the id in their bytes. */
export async function deleteDeadLettersOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM dead_letters
     WHERE topic = 'users' AND (envelope->>'key' = $1
       OR raw_key = convert_to($1, 'UTF8')
       OR position(convert_to($1, 'UTF8') IN raw_value) > 0)`,
    [userId],
  );
}
