import type { Transaction } from '@cairn/postgres/pool.ts';

/** Ids of those who can act as admins, held until the transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query(
    `SELECT id FROM users WHERE is_admin AND status = 'active' AND email_verified
     ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}

/** The links of the user's mails go with it, and every token ends. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM users WHERE id = $1', [id]);
}
