import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Audience } from '../deliveries/mailing-deliveries.store.ts';

export type MailingContent = { subject: string; html: string; text: string };

const INSERT_MAILING = statement(
  'notification.insertMailing',
  `INSERT INTO mailings (created_by, subject, html, text, is_test, is_chosen, hunt_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7?) RETURNING id`,
);

export async function insertMailing(
  tx: Transaction,
  { subject, html, text }: MailingContent,
  { adminId, isTest, audience }: { adminId: string; isTest: boolean; audience: Audience },
): Promise<string> {
  const row = await INSERT_MAILING.one(tx, [
    adminId,
    subject,
    html,
    text,
    isTest,
    audience.addresses !== null,
    audience.hunt,
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

export type MailingState = 'sending' | 'paused' | 'stopped' | 'finished';

export type MailingRow = {
  id: string;
  subject: string;
  total: number;
  state: MailingState;
  sent: number;
  failed: number;
  suppressed: number;
  createdAt: Date;
  finishedAt: Date | null;
};

/** `maybe_sent` counts as failed: staff check both. */
const PROGRESS = `m.id, m.subject, m.total, m.state, m.created_at AS "createdAt",
  m.finished_at AS "finishedAt",
  coalesce(ended.sent, 0) AS sent, coalesce(ended.failed, 0) AS failed,
  coalesce(ended.suppressed, 0) AS suppressed`;
const ENDED = `LATERAL (
  SELECT count(*) FILTER (WHERE d.state = 'sent')::int AS sent,
    count(*) FILTER (WHERE d.state IN ('failed', 'maybe_sent'))::int AS failed,
    count(*) FILTER (WHERE d.state = 'suppressed')::int AS suppressed
  FROM deliveries d WHERE d.mailing_id = m.id) ended ON true`;

const FIND_MAILING = statement(
  'notification.findMailing',
  `SELECT ${PROGRESS} FROM mailings m LEFT JOIN ${ENDED} WHERE m.id::text = $1 AND NOT m.is_test`,
);

export async function findMailing(db: Database, id: string): Promise<MailingRow | null> {
  return FIND_MAILING.first(db, [id]);
}

const LIST_MAILING_ROWS = statement(
  'notification.listMailingRows',
  `SELECT ${PROGRESS} FROM (
     SELECT * FROM mailings WHERE NOT is_test ORDER BY created_at DESC, id LIMIT $1 OFFSET $2) m
   LEFT JOIN ${ENDED} ORDER BY m.created_at DESC, m.id`,
);

export async function listMailingRows(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<MailingRow[]> {
  return LIST_MAILING_ROWS.all(db, [limit, offset]);
}

const COUNT_MAILINGS = statement(
  'notification.countMailings',
  'SELECT count(*)::int FROM mailings WHERE NOT is_test',
);

export async function countMailings(db: Database): Promise<number> {
  const row = await COUNT_MAILINGS.one(db);
  return row.count;
}

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
  `UPDATE mailings SET state = $2,
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
