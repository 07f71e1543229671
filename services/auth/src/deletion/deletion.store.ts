import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const DELETE_USER = statement('auth.deleteUser', 'DELETE FROM users WHERE id = $1');

/** Link tokens and sessions are deleted by cascade; a trigger revokes all session tokens. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await DELETE_USER.execute(tx, [id]);
}
