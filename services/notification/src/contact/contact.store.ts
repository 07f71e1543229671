import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type NewContactMessage = { name: string; email: string; message: string };

const INSERT_CONTACT_MESSAGE = statement(
  'notification.insertContactMessage',
  'INSERT INTO contact_messages (name, email, message) VALUES ($1, $2, $3) RETURNING id',
);

export async function insertContactMessage(
  tx: Transaction,
  { name, email, message }: NewContactMessage,
): Promise<string> {
  const row = await INSERT_CONTACT_MESSAGE.one(tx, [name, email, message]);
  return row.id;
}

export type ContactMessageRow = NewContactMessage & { id: string; created_at: Date };

const FIELDS = 'id, name, email, message, created_at';

const LIST_CONTACT_MESSAGES_FROM = statement(
  'notification.listContactMessagesFrom',
  `SELECT ${FIELDS} FROM contact_messages WHERE email = $1 ORDER BY created_at, id`,
);

export async function listContactMessagesFrom(
  db: Database,
  email: string,
): Promise<ContactMessageRow[]> {
  return LIST_CONTACT_MESSAGES_FROM.all(db, [email]);
}

const DELETE_CONTACT_MESSAGES_FROM = statement(
  'notification.deleteContactMessagesFrom',
  'DELETE FROM contact_messages WHERE email = $1',
);

export async function deleteContactMessagesFrom(tx: Transaction, email: string): Promise<void> {
  await DELETE_CONTACT_MESSAGES_FROM.execute(tx, [email]);
}

const DELETE_CONTACT_MESSAGES_BEFORE = statement(
  'notification.deleteContactMessagesBefore',
  `DELETE FROM contact_messages WHERE id IN
   (SELECT id FROM contact_messages WHERE created_at < $1 ORDER BY created_at LIMIT $2)`,
);

export async function deleteContactMessagesBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_CONTACT_MESSAGES_BEFORE.execute(db, [before, limit]);
}
