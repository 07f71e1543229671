import type { Transaction } from '@cairn/postgres/pool.ts';
import type { UserRow } from '../users/users.store.ts';

/** Ids of those who can still act as admins, held until the transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query(
    `SELECT id FROM users WHERE is_admin AND status = 'active' AND email_verified
     ORDER BY id FOR UPDATE`,
  );
  return rows.map(({ id }) => id);
}

export async function findUserForUpdate(tx: Transaction, id: string): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'user-for-update',
    text: 'SELECT * FROM users WHERE id = $1 FOR UPDATE',
    values: [id],
  });
  return rows[0] ?? null;
}

/** The links of the user's mails go with it. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM users WHERE id = $1', [id]);
}
