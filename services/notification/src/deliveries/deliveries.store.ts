import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Channel } from '../suppressions/suppression.ts';
import type { TemplateName } from '../templates/catalogue.ts';

export type NewDelivery = {
  eventId: string;
  template: TemplateName;
  /** Default: email. */
  channel?: Channel;
  /** Null for staff, writers of contact messages and others without an account. */
  userId: string | null;
  /** Overrides the user's current address or number. */
  address: string | null;
  /** Distinguishes the recipients without an account of one event. */
  ordinal?: number;
  /** The mailing that has the content. */
  mailingId?: string;
  /** Never an address, a token or a body: the worker reads those when it sends. */
  variables: Record<string, unknown>;
  sealedToken: string | null;
  expiresAt: string | null;
  traceparent: string | null;
  /** ISO time of the fact that the message is about, if an event requests it. */
  happenedAt?: string;
};

const INSERT_DELIVERY = statement(
  'notification.insertDelivery',
  `INSERT INTO deliveries (event_id, template, channel, user_id, address, ordinal, variables,
     sealed_token, expires_at, traceparent, mailing_id, state, last_error, finished_at)
   SELECT $1, $2, $3, $4?, $5?, $6, $7, $8?, $9?, $10?, $11?,
     CASE WHEN is_restored THEN 'maybe_sent' ELSE 'pending' END,
     CASE WHEN is_restored THEN 'the database was restored' END,
     CASE WHEN is_restored THEN now() END
   FROM precedes_restoration($12?) AS is_restored ON CONFLICT DO NOTHING`,
);

/**
 * Idempotent: one row per event, template and recipient. A message about a fact from before a restore
 * of the database may have been sent then, by a row that is lost: it is inserted as `maybe_sent`.
 */
export async function insertDelivery(tx: Transaction, delivery: NewDelivery): Promise<void> {
  await INSERT_DELIVERY.execute(tx, [
    delivery.eventId,
    delivery.template,
    delivery.channel ?? 'email',
    delivery.userId,
    delivery.address,
    delivery.ordinal ?? 0,
    JSON.stringify(delivery.variables),
    delivery.sealedToken,
    delivery.expiresAt,
    delivery.traceparent,
    delivery.mailingId ?? null,
    delivery.happenedAt ?? null,
  ]);
}

export type DeliveryOfUser = {
  id: string;
  template: string;
  channel: string;
  variables: Record<string, unknown>;
  state: string;
  attempts: number;
  createdAt: Date;
  finishedAt: Date | null;
};

const LIST_DELIVERIES_OF_USER = statement(
  'notification.listDeliveriesOfUser',
  `SELECT d.id, template, channel, d.state, attempts, d.created_at AS "createdAt",
     d.finished_at AS "finishedAt",
     CASE WHEN m.id IS NULL THEN variables
       ELSE variables || jsonb_build_object('subject', m.subject) END AS "variables!"
   FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
   WHERE user_id = $1 ORDER BY d.created_at, d.id`,
);

/** Without the sealed token, which is a credential. */
export async function listDeliveriesOfUser(
  db: Database,
  userId: string,
): Promise<DeliveryOfUser[]> {
  return LIST_DELIVERIES_OF_USER.all(db, [userId]);
}

export type RetryCandidate = {
  id: string;
  state: string;
  template: string;
  channel: string;
  mailingId: string | null;
  mailingState: string | null;
  isKnown: boolean;
  address: string | null;
};

const LOCK_DELIVERY = statement(
  'notification.lockDelivery',
  `SELECT d.id, d.state, d.template, d.channel, d.mailing_id AS "mailingId", d.address,
     (SELECT state FROM mailings m WHERE m.id = d.mailing_id) AS "mailingState",
     EXISTS (SELECT FROM recipients r WHERE r.user_id = d.user_id) AS "isKnown"
   FROM deliveries d WHERE d.id::text = $1 FOR UPDATE OF d`,
);

/** Locks the row until the transaction ends; null without one. */
export async function lockDelivery(tx: Transaction, id: string): Promise<RetryCandidate | null> {
  return LOCK_DELIVERY.first(tx, [id]);
}

const REOPEN_DELIVERY = statement(
  'notification.reopenDelivery',
  `WITH reopened AS (
     UPDATE deliveries SET state = 'pending', attempts = 0, batch_id = NULL, next_try_at = now(),
       expires_at = NULL, finished_at = NULL
     WHERE id = $1 RETURNING id)
   INSERT INTO delivery_history (delivery_id, what) SELECT id, 'retried' FROM reopened`,
);

/** Makes the row due at once, outside its batch, with all its attempts left. */
export async function reopenDelivery(tx: Transaction, id: string): Promise<void> {
  await REOPEN_DELIVERY.execute(tx, [id]);
}
