import type { Transaction } from '@cairn/postgres/pool.ts';

/** The links of the user's mails go with it, and every token ends. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM users WHERE id = $1', [id]);
}
