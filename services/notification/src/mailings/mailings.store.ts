import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Audience } from '../deliveries/mailing-deliveries.store.ts';

export type MailingContent = { subject: string; html: string; text: string };

const INSERT_MAILING = statement(
  'notification.insertMailing',
  `INSERT INTO mailings (created_by, subject, html, text, is_test, is_chosen, segment, state, send_at,
     addresses)
   VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8?::timestamptz IS NULL THEN 'sending'
     ELSE 'scheduled' END, $8, $9?) RETURNING id`,
);

export type NewMailing = {
  adminId: string;
  isTest: boolean;
  audience: Audience;
  /** Null for a mailing that begins in this transaction. */
  sendAt: Date | null;
};

/** A scheduled mailing keeps its named addresses until it begins. */
export async function insertMailing(
  tx: Transaction,
  { subject, html, text }: MailingContent,
  { adminId, isTest, audience, sendAt }: NewMailing,
): Promise<string> {
  const row = await INSERT_MAILING.one(tx, [
    adminId,
    subject,
    html,
    text,
    isTest,
    audience.addresses !== null,
    JSON.stringify(audience.segment),
    sendAt,
    sendAt && audience.addresses,
  ]);
  return row.id;
}

const SET_MAILING_TOTAL = statement(
  'notification.setMailingTotal',
  'UPDATE mailings SET total = $2 WHERE id = $1',
);

export async function setMailingTotal(tx: Transaction, id: string, total: number): Promise<void> {
  await SET_MAILING_TOTAL.execute(tx, [id, total]);
}

const FIND_MAILING_CONTENT = statement(
  'notification.findMailingContent',
  'SELECT subject, html, text FROM mailings WHERE id = $1',
);

export async function findMailingContent(db: Database, id: string): Promise<MailingContent | null> {
  return FIND_MAILING_CONTENT.first(db, [id]);
}

export type MailingState = 'scheduled' | 'sending' | 'paused' | 'stopped' | 'finished';

const LOCK_MAILING = statement(
  'notification.lockMailing',
  'SELECT state FROM mailings WHERE id::text = $1 AND NOT is_test FOR UPDATE',
);

/** Locks the mailing until the transaction ends; null without one. */
export async function lockMailing(tx: Transaction, id: string): Promise<MailingState | null> {
  const row = await LOCK_MAILING.first(tx, [id]);
  return row?.state ?? null;
}

const SET_MAILING_STATE = statement(
  'notification.setMailingState',
  `UPDATE mailings SET state = $2, addresses = NULL,
     finished_at = CASE WHEN $2 IN ('stopped', 'finished') THEN now() END
   WHERE id = $1`,
);

export async function setMailingState(
  tx: Transaction,
  id: string,
  state: MailingState,
): Promise<void> {
  await SET_MAILING_STATE.execute(tx, [id, state]);
}

const FINISH_MAILINGS = statement(
  'notification.finishMailings',
  `UPDATE mailings m SET state = 'finished', finished_at = now()
   WHERE state = 'sending' AND NOT EXISTS (
     SELECT FROM deliveries d WHERE d.mailing_id = m.id AND d.state IN ('pending', 'sending'))
   RETURNING id`,
);

/** Finishes mailings without pending or sending rows; returns their ids. */
export async function finishMailings(db: Database): Promise<string[]> {
  const rows = await FINISH_MAILINGS.all(db);
  return rows.map(({ id }) => id);
}

const REOPEN_MAILING = statement(
  'notification.reopenMailing',
  `UPDATE mailings SET state = 'sending', finished_at = NULL WHERE id = $1 AND state = 'finished'`,
);

/** For the retry of a single mail. */
export async function reopenMailing(tx: Transaction, id: string): Promise<void> {
  await REOPEN_MAILING.execute(tx, [id]);
}

const DELETE_MAILINGS_BEFORE = statement(
  'notification.deleteMailingsBefore',
  `DELETE FROM mailings WHERE id IN (
   SELECT m.id FROM mailings m WHERE m.finished_at < $1
     AND NOT EXISTS (SELECT FROM deliveries d WHERE d.mailing_id = m.id)
     AND NOT EXISTS (SELECT FROM delivery_batches b WHERE b.mailing_id = m.id) LIMIT $2)`,
);

/** Deletes ended mailings whose deliveries and batches are deleted. */
export async function deleteMailingsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_MAILINGS_BEFORE.execute(db, [before, limit]);
}

const LIST_DUE_MAILINGS = statement(
  'notification.listDueMailings',
  `SELECT id FROM mailings WHERE state = 'scheduled' AND send_at <= now() ORDER BY send_at`,
);

/** The ids of scheduled mailings that are due. */
export async function listDueMailings(db: Database): Promise<string[]> {
  const rows = await LIST_DUE_MAILINGS.all(db);
  return rows.map(({ id }) => id);
}

const LOCK_DUE_MAILING = statement(
  'notification.lockDueMailing',
  `SELECT addresses, segment AS "segment!" FROM mailings
   WHERE id = $1 AND state = 'scheduled' AND send_at <= now() FOR UPDATE SKIP LOCKED`,
);

/** Null if it is not due any more, or another transaction changes or begins it. */
export async function lockDueMailing(tx: Transaction, id: string): Promise<Audience | null> {
  return LOCK_DUE_MAILING.first(tx, [id]);
}

const CHANGE_SCHEDULED_MAILING = statement(
  'notification.changeScheduledMailing',
  `UPDATE mailings SET subject = $2, html = $3, text = $4, is_chosen = $5::text[] IS NOT NULL,
     addresses = $5?, segment = $6, send_at = coalesce($7?, now()),
     edit_version = edit_version + 1, edited_by = $8, edited_at = now()
   WHERE id = $1`,
);

/** Requires a lock of the scheduled mailing. Without `sendAt` it is due at once. */
export async function changeScheduledMailing(
  tx: Transaction,
  id: string,
  change: { content: MailingContent; audience: Audience; sendAt: Date | null; editedBy: string },
): Promise<void> {
  const { content, audience, sendAt, editedBy } = change;
  await CHANGE_SCHEDULED_MAILING.execute(tx, [
    id,
    content.subject,
    content.html,
    content.text,
    audience.addresses,
    JSON.stringify(audience.segment),
    sendAt,
    editedBy,
  ]);
}

const ANONYMISE_MAILING_EDITORS = statement(
  'notification.anonymiseMailingEditors',
  'UPDATE mailings SET edited_by = NULL WHERE edited_by = $1',
);

export async function anonymiseMailingEditors(tx: Transaction, userId: string): Promise<void> {
  await ANONYMISE_MAILING_EDITORS.execute(tx, [userId]);
}

const REMOVE_SCHEDULED_ADDRESS = statement(
  'notification.removeScheduledAddress',
  `UPDATE mailings SET addresses = array_remove(addresses, lower($1)),
     edit_version = edit_version + 1, edited_by = NULL, edited_at = now()
   WHERE state = 'scheduled' AND addresses @> ARRAY[lower($1)]`,
);

/** For the erasure of a user: scheduled mailings no longer go to the address. */
export async function removeScheduledAddress(tx: Transaction, address: string): Promise<void> {
  await REMOVE_SCHEDULED_ADDRESS.execute(tx, [address]);
}
