import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const ERASURE_LOCK = `hashtextextended(format('erasure:%s:%s', current_schema(), $1::text), 0)`;

const LOCK_FOR_ERASURE = statement(
  'events.lockForErasure',
  `SELECT pg_advisory_xact_lock(${ERASURE_LOCK})`,
);

/**
 * Exclusive lock until the end of the transaction: waits for all transactions that write data of
 * the user.
 */
export async function lockForErasure(tx: Transaction, userId: string): Promise<void> {
  await LOCK_FOR_ERASURE.execute(tx, [userId]);
}

const INSERT_ERASED_USER = statement(
  'events.insertErasedUser',
  'INSERT INTO erased_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
);

export async function insertErasedUser(tx: Transaction, userId: string): Promise<void> {
  await INSERT_ERASED_USER.execute(tx, [userId]);
}

const IS_ERASED = statement('events.isErased', 'SELECT is_erased($1) AS "isErased!"');

/**
 * Call before writing user data, since events of a user may arrive after their deletion. The result
 * holds until the end of the transaction. Does not exclude other writers.
 */
export async function isErased(tx: Transaction, userId: string): Promise<boolean> {
  const row = await IS_ERASED.one(tx, [userId]);
  return row.isErased;
}

const FIND_ERASED_USER = statement(
  'events.findErasedUser',
  'SELECT FROM erased_users WHERE user_id = $1',
);

export async function findErasedUser(db: Database, userId: string): Promise<boolean> {
  return (await FIND_ERASED_USER.execute(db, [userId])) === 1;
}
