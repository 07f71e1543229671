import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** Product and price at the time of the offer. */
export type Terms = {
  productId: string;
  productTitle: string;
  handle: string;
  region: string;
  amountCents: number;
  currency: string;
  bonusCents: number;
};

/** Terms as catalog offers them; `version` is the hunt's. */
export type OfferedTerms = Terms & { version?: number | undefined };

export type CancelReason =
  | 'price_changed'
  | 'hunt_closed'
  | 'user_suspended'
  | 'user_deleted'
  | 'card_declined';

export type Attempt = Terms & {
  id: string;
  userId: string;
  intentId: string | null;
  createdAt: Date;
  clientAddress: string | null;
  canceledAt: Date | null;
  cancelReason: CancelReason | null;
};

const COLUMNS = `id, user_id AS "userId", product_id AS "productId",
  product_title AS "productTitle", handle, region, amount_cents AS "amountCents", currency,
  bonus_cents AS "bonusCents", stripe_payment_intent_id AS "intentId", created_at AS "createdAt",
  client_address AS "clientAddress",
  canceled_at AS "canceledAt", cancel_reason AS "cancelReason"`;

/** Null where the user has an open attempt for the product already. */
export async function insertAttempt(
  tx: Transaction,
  userId: string,
  terms: OfferedTerms,
): Promise<Attempt | null> {
  const { rows } = await tx.query(
    `INSERT INTO payment_attempts
       (user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
        offer_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (user_id, product_id) WHERE state = 'open' DO NOTHING
     RETURNING ${COLUMNS}`,
    [
      userId,
      terms.productId,
      terms.productTitle,
      terms.handle,
      terms.region,
      terms.amountCents,
      terms.currency,
      terms.bonusCents,
      terms.version ?? null,
    ],
  );
  return rows[0] ?? null;
}

/**
 * Inserts an attempt that a restore of the database lost, or attaches its lost intent. Not open: the
 * user may have begun another one since. False where the attempt has another intent.
 */
export async function insertLostAttempt(
  db: Database,
  attempt: Terms & { id: string; userId: string; intentId: string; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO payment_attempts AS known
       (id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
        stripe_payment_intent_id, created_at, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'canceled')
     ON CONFLICT (id) DO UPDATE SET stripe_payment_intent_id = excluded.stripe_payment_intent_id
       WHERE known.stripe_payment_intent_id IS NULL`,
    [
      ...[attempt.id, attempt.userId, attempt.productId, attempt.productTitle, attempt.handle],
      ...[attempt.region, attempt.amountCents, attempt.currency, attempt.bonusCents],
      ...[attempt.intentId, attempt.createdAt],
    ],
  );
  return rowCount === 1;
}

export async function findOpenAttempt(
  db: Database,
  userId: string,
  productId: string,
): Promise<Attempt | null> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM payment_attempts
     WHERE user_id = $1 AND product_id = $2 AND state = 'open'`,
    [userId, productId],
  );
  return rows[0] ?? null;
}

export async function findAttemptOfIntent(db: Database, intentId: string): Promise<Attempt | null> {
  const { rows } = await db.query({
    name: 'attempt-of-intent',
    text: `SELECT ${COLUMNS} FROM payment_attempts WHERE stripe_payment_intent_id = $1`,
    values: [intentId],
  });
  return rows[0] ?? null;
}

/** False where the attempt is no longer open. */
export async function attachIntent(db: Database, id: string, intentId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE payment_attempts SET stripe_payment_intent_id = $2 WHERE id = $1 AND state = 'open'`,
    [id, intentId],
  );
  return rowCount === 1;
}

/** Updates the texts for the receipt while nothing is paid. The price of an attempt never changes. */
export async function updateDescription(
  db: Database,
  id: string,
  terms: OfferedTerms,
): Promise<void> {
  await db.query(
    `UPDATE payment_attempts SET product_title = $2, handle = $3, region = $4, bonus_cents = $5,
       offer_version = $6
     WHERE id = $1 AND state = 'open'`,
    [id, terms.productTitle, terms.handle, terms.region, terms.bonusCents, terms.version ?? null],
  );
}

/** Does nothing where the attempt's intent is no longer `intentId`. */
export async function cancelAttempt(
  db: Database,
  {
    id,
    intentId,
    reason = null,
  }: { id: string; intentId: string | null; reason?: CancelReason | null },
): Promise<void> {
  await db.query(
    `UPDATE payment_attempts SET state = 'canceled', canceled_at = now(), cancel_reason = $3,
       client_address = NULL
     WHERE id = $1 AND state = 'open' AND stripe_payment_intent_id IS NOT DISTINCT FROM $2`,
    [id, intentId, reason],
  );
}

export async function markAttemptSucceeded(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `UPDATE payment_attempts SET state = 'succeeded', client_address = NULL WHERE id = $1`,
    [id],
  );
}

const CANCEL_AND_SCHEDULE_AT_STRIPE = `state = 'canceled', canceled_at = now(), client_address = NULL,
  cancel_due_at = CASE WHEN stripe_payment_intent_id IS NOT NULL THEN now() END`;

/** Cancels the user's open attempts; their intents are due to be canceled at Stripe. */
export async function cancelAttemptsOfUser(
  tx: Transaction,
  userId: string,
  reason: CancelReason,
): Promise<void> {
  await tx.query(
    `UPDATE payment_attempts SET ${CANCEL_AND_SCHEDULE_AT_STRIPE}, cancel_reason = $2
     WHERE user_id = $1 AND state = 'open'`,
    [userId, reason],
  );
}

/** The address of the latest request for the attempt's intent. */
export async function saveClientAddress(
  db: Database,
  id: string,
  clientAddress: string,
): Promise<void> {
  await db.query(
    `UPDATE payment_attempts SET client_address = $2
     WHERE id = $1 AND state = 'open' AND client_address IS DISTINCT FROM $2`,
    [id, clientAddress],
  );
}

export type DeclinedAttempt = Pick<Attempt, 'id' | 'userId' | 'clientAddress'> & {
  declines: number;
};

/** Null where no open attempt has the intent. */
export async function countDecline(
  tx: Transaction,
  intentId: string,
): Promise<DeclinedAttempt | null> {
  const { rows } = await tx.query(
    `UPDATE payment_attempts SET declines = declines + 1
     WHERE stripe_payment_intent_id = $1 AND state = 'open'
     RETURNING id, user_id AS "userId", client_address AS "clientAddress", declines`,
    [intentId],
  );
  return rows[0] ?? null;
}

export async function cancelDeclinedAttempt(db: Database, id: string): Promise<void> {
  await db.query(
    `UPDATE payment_attempts SET ${CANCEL_AND_SCHEDULE_AT_STRIPE}, cancel_reason = 'card_declined'
     WHERE id = $1 AND state = 'open'`,
    [id],
  );
}

export type CurrentOffer = {
  productId: string;
  version: number;
  isActive: boolean;
  amountCents: number;
  currency: string;
};

/** Cancels open attempts with another price or for an inactive hunt, except for later offers. */
export async function cancelOutdatedAttempts(tx: Transaction, offer: CurrentOffer): Promise<void> {
  await tx.query(
    `UPDATE payment_attempts SET ${CANCEL_AND_SCHEDULE_AT_STRIPE},
       cancel_reason = CASE WHEN $3 THEN 'price_changed' ELSE 'hunt_closed' END
     WHERE product_id = $1 AND state = 'open' AND coalesce(offer_version, 0) <= $2
       AND (NOT $3 OR amount_cents <> $4 OR currency <> $5)`,
    [offer.productId, offer.version, offer.isActive, offer.amountCents, offer.currency],
  );
}

export type AttemptOfUser = Terms & {
  id: string;
  intentId: string | null;
  state: 'open' | 'succeeded' | 'canceled';
  createdAt: Date;
  clientAddress: string | null;
};

export async function listAttemptsOfUser(db: Database, userId: string): Promise<AttemptOfUser[]> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS}, state FROM payment_attempts
     WHERE user_id = $1 ORDER BY created_at DESC, id`,
    [userId],
  );
  return rows;
}

/** Attempts without a purchase whose intent is canceled at Stripe. */
export async function deleteCanceledAttemptsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM payment_attempts WHERE id IN
       (SELECT id FROM payment_attempts
        WHERE state = 'canceled' AND cancel_due_at IS NULL AND created_at < $1
        ORDER BY created_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
