import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type KnownPurchase = { id: string; intentId: string; amountCents: number; currency: string };

const COLUMNS = `id, stripe_payment_intent_id AS "intentId", amount_cents AS "amountCents", currency`;

const LIST_PURCHASES_SINCE = statement(
  'payment.listPurchasesSince',
  `SELECT ${COLUMNS} FROM purchases WHERE created_at >= $1`,
);

export async function listPurchasesSince(db: Database, since: Date): Promise<KnownPurchase[]> {
  return LIST_PURCHASES_SINCE.all(db, [since]);
}

const FIND_KNOWN_PURCHASES = statement(
  'payment.findKnownPurchases',
  `SELECT ${COLUMNS} FROM purchases WHERE stripe_payment_intent_id = ANY($1)`,
);

export async function findKnownPurchases(
  db: Database,
  intentIds: string[],
): Promise<KnownPurchase[]> {
  return FIND_KNOWN_PURCHASES.all(db, [intentIds]);
}

const LIST_INTENTS_WITH_OPEN_REVERSAL = statement(
  'payment.listIntentsWithOpenReversal',
  `SELECT stripe_payment_intent_id AS id FROM purchases
   WHERE refunded_at IS NULL AND dispute IS DISTINCT FROM 'lost'
     AND status IN ('refund_pending', 'disputed', 'rejected')`,
);

/** Purchases whose refund or dispute is still open, however old. A lost dispute is final. */
export async function listIntentsWithOpenReversal(db: Database): Promise<string[]> {
  const rows = await LIST_INTENTS_WITH_OPEN_REVERSAL.all(db);
  return rows.map(({ id }) => id);
}

const LIST_STUCK_REFUNDS = statement(
  'payment.listStuckRefunds',
  `SELECT ${COLUMNS} FROM purchases p
   WHERE status = 'rejected' AND refunded_at IS NULL AND is_refund_pending IS FALSE
     AND (dispute IS NULL OR dispute = 'won')
     AND NOT EXISTS (SELECT FROM refund_requests r
                     WHERE r.purchase_id = p.id AND r.state = 'open')`,
);

/**
 * Rejected purchases without a completed, pending or requested refund: Stripe refused it, or it failed.
 * Open disputes are decided by the bank, and a lost dispute has returned the money.
 */
export async function listStuckRefunds(db: Database): Promise<KnownPurchase[]> {
  return LIST_STUCK_REFUNDS.all(db);
}

const IS_RECONCILIATION_DUE = statement(
  'payment.isReconciliationDue',
  `SELECT NOT EXISTS (
     SELECT FROM reconciliations
     WHERE finished_at >= date_trunc('day', now() - interval '3 hours', 'UTC') + interval '3 hours'
   ) OR coalesce((
     SELECT finished_at < now() - interval '1 hour'
       AND summary @> '{"problems": [{"kind": "failed"}]}'
     FROM reconciliations ORDER BY finished_at DESC LIMIT 1
   ), false) AS due`,
);

/**
 * True if no reconciliation has finished since the last 03:00 UTC, or if the last one had a `failed`
 * problem and finished more than an hour ago.
 */
export async function isReconciliationDue(db: Database): Promise<boolean> {
  const row = await IS_RECONCILIATION_DUE.one(db);
  return row.due;
}

const SAVE_RECONCILIATION = statement(
  'payment.saveReconciliation',
  'INSERT INTO reconciliations (summary) VALUES ($1)',
);

export async function saveReconciliation(db: Database, summary: unknown): Promise<void> {
  await SAVE_RECONCILIATION.execute(db, [JSON.stringify(summary)]);
}

const FIND_LAST_RECONCILIATION = statement(
  'payment.findLastReconciliation',
  `SELECT finished_at AS "finishedAt", jsonb_array_length(summary::jsonb->'problems') AS "problems!"
   FROM reconciliations ORDER BY finished_at DESC LIMIT 1`,
);

export async function findLastReconciliation(
  db: Database,
): Promise<{ finishedAt: Date; problems: number } | null> {
  return FIND_LAST_RECONCILIATION.first(db);
}

const DELETE_RECONCILIATIONS_BEFORE = statement(
  'payment.deleteReconciliationsBefore',
  `DELETE FROM reconciliations WHERE id IN
   (SELECT id FROM reconciliations WHERE finished_at < $1 ORDER BY id LIMIT $2)`,
);

export async function deleteReconciliationsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_RECONCILIATIONS_BEFORE.execute(db, [before, limit]);
}
