import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type NewContactMessage = { name: string; email: string; message: string };

export async function insertContactMessage(
  tx: Transaction,
  { name, email, message }: NewContactMessage,
): Promise<string> {
  const { rows } = await tx.query(
    'INSERT INTO contact_messages (name, email, message) VALUES ($1, $2, $3) RETURNING id',
    [name, email, message],
  );
  return rows[0].id;
}

export type ContactMessageRow = NewContactMessage & { id: string; created_at: Date };

const FIELDS = 'id, name, email, message, created_at';

export async function listContactMessagesFrom(
  db: Database,
  email: string,
): Promise<ContactMessageRow[]> {
  const { rows } = await db.query(
    `SELECT ${FIELDS} FROM contact_messages WHERE email = $1 ORDER BY created_at, id`,
    [email],
  );
  return rows;
}

export async function deleteContactMessagesFrom(tx: Transaction, email: string): Promise<void> {
  await tx.query('DELETE FROM contact_messages WHERE email = $1', [email]);
}

export async function deleteContactMessagesBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM contact_messages WHERE id IN
       (SELECT id FROM contact_messages WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
