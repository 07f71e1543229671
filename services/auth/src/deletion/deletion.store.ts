import type { Transaction } from '@cairn/postgres/pool.ts';

/** Link tokens and sessions are deleted by cascade; a trigger revokes all session tokens. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM users WHERE id = $1', [id]);
}
