import type { ContactStatus } from '@cairn/contracts/http/staff-contact.ts';
import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { KeysetPage } from '@cairn/service-kit/keyset.ts';

export type StaffContactRow = {
  id: string;
  name: string;
  email: string;
  message: string;
  status: ContactStatus;
  created_at: Date;
  user_id: string | null;
};

/** Null leaves a condition out. */
export type ContactConditions = {
  status: ContactStatus | null;
  id: string | null;
  emailPrefix: string | null;
};

// Conditions without a value fold to constants when the statement is planned with its parameters.
const MATCHES = `($1::text IS NULL OR c.status = $1)
  AND ($2::uuid IS NULL OR c.id = $2)
  AND ($3::text IS NULL OR c.email COLLATE "C" LIKE $3)`;

const COLUMNS = `c.id, c.name, c.email, c.message, c.status, c.created_at,
  (SELECT user_id FROM recipients r WHERE lower(r.email) = lower(c.email) LIMIT 1) AS user_id`;

/** Newest first; a backward page is in the opposite order. Not named: see MATCHES. */
export async function listContactRows(
  db: Database,
  conditions: ContactConditions,
  { edgeId, isBackward, limit }: KeysetPage,
): Promise<StaffContactRow[]> {
  const [sign, order] = isBackward ? ['>', 'ASC'] : ['<', 'DESC'];
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM contact_messages c
     WHERE ${MATCHES}
       AND ($4::uuid IS NULL OR (c.created_at, c.id) ${sign}
         ((SELECT created_at FROM contact_messages WHERE id = $4), $4))
     ORDER BY c.created_at ${order}, c.id ${order} LIMIT $5`,
    [...parameters(conditions), edgeId, limit],
  );
  return rows;
}

/** Counts up to `max` rows. */
export async function countContactRows(
  db: Database,
  conditions: ContactConditions,
  max: number,
): Promise<number> {
  const { rows } = await db.query(
    `SELECT count(*)::int
     FROM (SELECT FROM contact_messages c WHERE ${MATCHES} LIMIT $4) found`,
    [...parameters(conditions), max],
  );
  return rows[0].count;
}

function parameters({ status, id, emailPrefix }: ContactConditions): unknown[] {
  const pattern = emailPrefix && `${emailPrefix.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return [status, id, pattern];
}

export type ContactAnswerRow = {
  id: string;
  message_id: string;
  admin_id: string;
  body: string;
  created_at: Date;
  delivery_state: Delivery['state'] | null;
};

export async function listContactAnswers(
  db: Database,
  messageIds: readonly string[],
): Promise<ContactAnswerRow[]> {
  const { rows } = await db.query(
    `SELECT a.id, a.message_id, a.admin_id, a.body, a.created_at,
       (SELECT state FROM deliveries d
        WHERE d.event_id = a.id AND d.template = 'contact_answer' LIMIT 1) AS delivery_state
     FROM contact_answers a WHERE a.message_id = ANY($1::uuid[]) ORDER BY a.created_at, a.id`,
    [messageIds],
  );
  return rows;
}

/** Locked, so that two answers at the same time see each other. */
export async function lockContactMessage(
  tx: Transaction,
  id: string,
): Promise<StaffContactRow | null> {
  const { rows } = await tx.query(
    `SELECT ${COLUMNS} FROM contact_messages c WHERE c.id::text = $1 FOR UPDATE OF c`,
    [id],
  );
  return rows[0] ?? null;
}

export async function insertContactAnswer(
  tx: Transaction,
  { messageId, adminId, body }: { messageId: string; adminId: string; body: string },
): Promise<string> {
  const { rows } = await tx.query(
    'INSERT INTO contact_answers (message_id, admin_id, body) VALUES ($1, $2, $3) RETURNING id',
    [messageId, adminId, body],
  );
  return rows[0].id;
}

export async function setContactStatus(
  tx: Transaction,
  id: string,
  status: ContactStatus,
): Promise<void> {
  await tx.query('UPDATE contact_messages SET status = $2 WHERE id = $1', [id, status]);
}
