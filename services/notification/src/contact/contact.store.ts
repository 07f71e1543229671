import type { ContactStatus } from '@cairn/contracts/http/staff-contact.ts';
import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { KeysetPage } from '@cairn/service-kit/keyset.ts';

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

export type ContactMessageRow = NewContactMessage & { id: string; createdAt: Date };

const FIELDS = 'id, name, email, message, created_at AS "createdAt"';

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

export type StaffContactRow = {
  id: string;
  name: string;
  email: string;
  message: string;
  status: ContactStatus;
  createdAt: Date;
  userId: string | null;
};

/** Null leaves a condition out. */
export type ContactConditions = {
  status: ContactStatus | null;
  id: string | null;
  emailPrefix: string | null;
};

// Conditions without a value fold to constants when the statement is planned with its parameters, so
// the statements are not named.
const MATCHES = `($1?::text IS NULL OR c.status = $1)
  AND ($2?::uuid IS NULL OR c.id = $2)
  AND ($3?::text IS NULL OR c.email COLLATE "C" LIKE $3)`;

const COLUMNS = `c.id, c.name, c.email, c.message, c.status, c.created_at AS "createdAt",
  (SELECT user_id FROM recipients r WHERE lower(r.email) = lower(c.email) LIMIT 1) AS "userId"`;

const listRows = (sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${COLUMNS} FROM contact_messages c
   WHERE ${MATCHES}
     AND ($4?::uuid IS NULL OR (c.created_at, c.id) ${sign}
       ((SELECT created_at FROM contact_messages WHERE id = $4), $4))
   ORDER BY c.created_at ${order}, c.id ${order} LIMIT $5`;

const LIST_DESCENDING = statement('notification.listContactRows', listRows('<', 'DESC'), {
  isNamed: false,
});
const LIST_ASCENDING = statement('notification.listContactRowsAscending', listRows('>', 'ASC'), {
  isNamed: false,
});

export async function listContactRows(
  db: Database,
  conditions: ContactConditions,
  { edgeId, isAscending, limit }: KeysetPage,
): Promise<StaffContactRow[]> {
  const list = isAscending ? LIST_ASCENDING : LIST_DESCENDING;
  return list.all(db, [...parameters(conditions), edgeId, limit]);
}

const COUNT_CONTACT_ROWS = statement(
  'notification.countContactRows',
  `SELECT count(*)::int
   FROM (SELECT FROM contact_messages c WHERE ${MATCHES} LIMIT $4) found`,
  { isNamed: false },
);

/** Counts up to `max` rows. */
export async function countContactRows(
  db: Database,
  conditions: ContactConditions,
  max: number,
): Promise<number> {
  const row = await COUNT_CONTACT_ROWS.one(db, [...parameters(conditions), max]);
  return row.count;
}

function parameters({ status, id, emailPrefix }: ContactConditions) {
  const pattern = emailPrefix && `${emailPrefix.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return [status, id, pattern] as const;
}

export type ContactAnswerRow = {
  id: string;
  messageId: string;
  adminId: string;
  body: string;
  createdAt: Date;
  deliveryState: Delivery['state'] | null;
};

const LIST_CONTACT_ANSWERS = statement(
  'notification.listContactAnswers',
  `SELECT a.id, a.message_id AS "messageId", a.admin_id AS "adminId", a.body,
     a.created_at AS "createdAt",
     (SELECT state FROM deliveries d
      WHERE d.event_id = a.id AND d.template = 'contact_answer' LIMIT 1) AS "deliveryState"
   FROM contact_answers a WHERE a.message_id = ANY($1::uuid[]) ORDER BY a.created_at, a.id`,
);

export async function listContactAnswers(
  db: Database,
  messageIds: readonly string[],
): Promise<ContactAnswerRow[]> {
  return LIST_CONTACT_ANSWERS.all(db, [messageIds]);
}

const FIND_CONTACT_ROW = statement(
  'notification.findContactRow',
  `SELECT ${COLUMNS} FROM contact_messages c WHERE c.id::text = $1`,
);

export async function findContactRow(db: Database, id: string): Promise<StaffContactRow | null> {
  return FIND_CONTACT_ROW.first(db, [id]);
}

const LOCK_CONTACT_MESSAGE = statement(
  'notification.lockContactMessage',
  `SELECT ${COLUMNS} FROM contact_messages c WHERE c.id::text = $1 FOR UPDATE OF c`,
);

/** Locked, so that two answers at the same time see each other. */
export async function lockContactMessage(
  tx: Transaction,
  id: string,
): Promise<StaffContactRow | null> {
  return LOCK_CONTACT_MESSAGE.first(tx, [id]);
}

const INSERT_CONTACT_ANSWER = statement(
  'notification.insertContactAnswer',
  'INSERT INTO contact_answers (message_id, admin_id, body) VALUES ($1, $2, $3) RETURNING id',
);

export async function insertContactAnswer(
  tx: Transaction,
  { messageId, adminId, body }: { messageId: string; adminId: string; body: string },
): Promise<string> {
  const row = await INSERT_CONTACT_ANSWER.one(tx, [messageId, adminId, body]);
  return row.id;
}

const SET_CONTACT_STATUS = statement(
  'notification.setContactStatus',
  'UPDATE contact_messages SET status = $2 WHERE id = $1',
);

export async function setContactStatus(
  tx: Transaction,
  id: string,
  status: ContactStatus,
): Promise<void> {
  await SET_CONTACT_STATUS.execute(tx, [id, status]);
}
