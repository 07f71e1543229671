import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { MailingState } from './mailings.store.ts';

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

const SET_BATCHES_DUE = statement(
  'notification.setBatchesDue',
  `UPDATE delivery_batches SET next_try_at = $2::timestamptz
   WHERE mailing_id = $1 AND closed_at IS NULL`,
);

/** 'infinity' while the mailing is paused. */
export async function setBatchesDue(
  tx: Transaction,
  mailingId: string,
  when: 'infinity' | 'now',
): Promise<void> {
  await SET_BATCHES_DUE.execute(tx, [mailingId, when]);
}

const STOP_PENDING_DELIVERIES = statement(
  'notification.stopPendingDeliveries',
  `WITH waiting AS (
     SELECT id FROM deliveries WHERE mailing_id = $1 AND state = 'pending' ORDER BY id FOR UPDATE),
   stopped AS (
     UPDATE deliveries SET state = 'stopped', finished_at = now(), address = NULL,
       last_error = 'the mailing was stopped'
     WHERE id IN (SELECT id FROM waiting) RETURNING id, last_error)
   INSERT INTO delivery_history (delivery_id, what, detail)
   SELECT id, 'stopped', last_error FROM stopped`,
);

/** Stops pending rows; the worker closes rows that are being sent. */
export async function stopPendingDeliveries(tx: Transaction, mailingId: string): Promise<void> {
  await STOP_PENDING_DELIVERIES.execute(tx, [mailingId]);
}

const REOPEN_FAILED_DELIVERIES = statement(
  'notification.reopenFailedDeliveries',
  `WITH failed AS (
     SELECT id FROM deliveries WHERE mailing_id = $1 AND state IN ('failed', 'maybe_sent')
     ORDER BY id FOR UPDATE),
   reopened AS (
     UPDATE deliveries SET state = 'pending', attempts = 0, next_try_at = now(), finished_at = NULL
     WHERE id IN (SELECT id FROM failed) RETURNING id, batch_id),
   batches AS (
     UPDATE delivery_batches SET closed_at = NULL, next_try_at = now()
     WHERE id IN (SELECT batch_id FROM reopened)),
   history AS (
     INSERT INTO delivery_history (delivery_id, what) SELECT id, 'retried' FROM reopened)
   SELECT count(*)::int FROM reopened`,
);

/** Makes failed and maybe sent rows due, with all their attempts left; returns the number. */
export async function reopenFailedDeliveries(tx: Transaction, mailingId: string): Promise<number> {
  const row = await REOPEN_FAILED_DELIVERIES.one(tx, [mailingId]);
  return row.count;
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
