import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

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

const INSERT_ATTEMPT = statement(
  'payment.insertAttempt',
  `INSERT INTO payment_attempts
     (user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
      offer_version)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9?)
   ON CONFLICT (user_id, product_id) WHERE state = 'open' DO NOTHING
   RETURNING ${COLUMNS}`,
);

/** Null where the user has an open attempt for the product already. */
export async function insertAttempt(
  tx: Transaction,
  userId: string,
  terms: OfferedTerms,
): Promise<Attempt | null> {
  return INSERT_ATTEMPT.first(tx, [
    userId,
    terms.productId,
    terms.productTitle,
    terms.handle,
    terms.region,
    terms.amountCents,
    terms.currency,
    terms.bonusCents,
    terms.version ?? null,
  ]);
}

const INSERT_LOST_ATTEMPT = statement(
  'payment.insertLostAttempt',
  `INSERT INTO payment_attempts AS known
     (id, user_id, product_id, product_title, handle, region, amount_cents, currency, bonus_cents,
      stripe_payment_intent_id, created_at, state)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'canceled')
   ON CONFLICT (id) DO UPDATE SET stripe_payment_intent_id = excluded.stripe_payment_intent_id
     WHERE known.stripe_payment_intent_id IS NULL`,
);

/**
 * Inserts an attempt that a restore of the database lost, or attaches its lost intent. Not open: the
 * user may have started another one since. False where the attempt has another intent.
 */
export async function insertLostAttempt(
  db: Database,
  attempt: Terms & { id: string; userId: string; intentId: string; createdAt: Date },
): Promise<boolean> {
  const count = await INSERT_LOST_ATTEMPT.execute(db, [
    attempt.id,
    attempt.userId,
    attempt.productId,
    attempt.productTitle,
    attempt.handle,
    attempt.region,
    attempt.amountCents,
    attempt.currency,
    attempt.bonusCents,
    attempt.intentId,
    attempt.createdAt,
  ]);
  return count === 1;
}

const FIND_OPEN_ATTEMPT = statement(
  'payment.findOpenAttempt',
  `SELECT ${COLUMNS} FROM payment_attempts
   WHERE user_id = $1 AND product_id = $2 AND state = 'open'`,
);

export async function findOpenAttempt(
  db: Database,
  userId: string,
  productId: string,
): Promise<Attempt | null> {
  return FIND_OPEN_ATTEMPT.first(db, [userId, productId]);
}

const FIND_ATTEMPT_OF_INTENT = statement(
  'payment.findAttemptOfIntent',
  `SELECT ${COLUMNS} FROM payment_attempts WHERE stripe_payment_intent_id = $1`,
);

export async function findAttemptOfIntent(db: Database, intentId: string): Promise<Attempt | null> {
  return FIND_ATTEMPT_OF_INTENT.first(db, [intentId]);
}

const ATTACH_INTENT = statement(
  'payment.attachIntent',
  `UPDATE payment_attempts SET stripe_payment_intent_id = $2 WHERE id = $1 AND state = 'open'`,
);

/** False where the attempt is no longer open. */
export async function attachIntent(db: Database, id: string, intentId: string): Promise<boolean> {
  return (await ATTACH_INTENT.execute(db, [id, intentId])) === 1;
}

const UPDATE_DESCRIPTION = statement(
  'payment.updateDescription',
  `UPDATE payment_attempts SET product_title = $2, handle = $3, region = $4, bonus_cents = $5,
     offer_version = $6?
   WHERE id = $1 AND state = 'open'`,
);

/** Updates the texts for the receipt while nothing is paid. The price of an attempt never changes. */
export async function updateDescription(
  db: Database,
  id: string,
  terms: OfferedTerms,
): Promise<void> {
  await UPDATE_DESCRIPTION.execute(db, [
    id,
    terms.productTitle,
    terms.handle,
    terms.region,
    terms.bonusCents,
    terms.version ?? null,
  ]);
}

const CANCEL_ATTEMPT = statement(
  'payment.cancelAttempt',
  `UPDATE payment_attempts SET state = 'canceled', canceled_at = now(), cancel_reason = $3?,
     client_address = NULL
   WHERE id = $1 AND state = 'open' AND stripe_payment_intent_id IS NOT DISTINCT FROM $2?`,
);

/** Does nothing where the attempt's intent is no longer `intentId`. */
export async function cancelAttempt(
  db: Database,
  {
    id,
    intentId,
    reason = null,
  }: { id: string; intentId: string | null; reason?: CancelReason | null },
): Promise<void> {
  await CANCEL_ATTEMPT.execute(db, [id, intentId, reason]);
}

const MARK_ATTEMPT_SUCCEEDED = statement(
  'payment.markAttemptSucceeded',
  `UPDATE payment_attempts SET state = 'succeeded', client_address = NULL WHERE id = $1`,
);

export async function markAttemptSucceeded(tx: Transaction, id: string): Promise<void> {
  await MARK_ATTEMPT_SUCCEEDED.execute(tx, [id]);
}

const CANCEL_AND_SCHEDULE_AT_STRIPE = `state = 'canceled', canceled_at = now(), client_address = NULL,
  cancel_due_at = CASE WHEN stripe_payment_intent_id IS NOT NULL THEN now() END`;

const CANCEL_ATTEMPTS_OF_USER = statement(
  'payment.cancelAttemptsOfUser',
  `UPDATE payment_attempts SET ${CANCEL_AND_SCHEDULE_AT_STRIPE}, cancel_reason = $2
   WHERE user_id = $1 AND state = 'open'`,
);

/** Cancels the user's open attempts; their intents are due to be canceled at Stripe. */
export async function cancelAttemptsOfUser(
  tx: Transaction,
  userId: string,
  reason: CancelReason,
): Promise<void> {
  await CANCEL_ATTEMPTS_OF_USER.execute(tx, [userId, reason]);
}

const SAVE_CLIENT_ADDRESS = statement(
  'payment.saveClientAddress',
  `UPDATE payment_attempts SET client_address = $2
   WHERE id = $1 AND state = 'open' AND client_address IS DISTINCT FROM $2`,
);

/** The address of the latest request for the attempt's intent. */
export async function saveClientAddress(
  db: Database,
  id: string,
  clientAddress: string,
): Promise<void> {
  await SAVE_CLIENT_ADDRESS.execute(db, [id, clientAddress]);
}

export type DeclinedAttempt = Pick<Attempt, 'id' | 'userId' | 'clientAddress'> & {
  declines: number;
};

const COUNT_DECLINE = statement(
  'payment.countDecline',
  `UPDATE payment_attempts SET declines = declines + 1
   WHERE stripe_payment_intent_id = $1 AND state = 'open'
   RETURNING id, user_id AS "userId", client_address AS "clientAddress", declines`,
);

/** Null where no open attempt has the intent. */
export async function countDecline(
  tx: Transaction,
  intentId: string,
): Promise<DeclinedAttempt | null> {
  return COUNT_DECLINE.first(tx, [intentId]);
}

const CANCEL_DECLINED_ATTEMPT = statement(
  'payment.cancelDeclinedAttempt',
  `UPDATE payment_attempts SET ${CANCEL_AND_SCHEDULE_AT_STRIPE}, cancel_reason = 'card_declined'
   WHERE id = $1 AND state = 'open'`,
);

export async function cancelDeclinedAttempt(db: Database, id: string): Promise<void> {
  await CANCEL_DECLINED_ATTEMPT.execute(db, [id]);
}

export type CurrentOffer = {
  productId: string;
  version: number;
  isActive: boolean;
  amountCents: number;
  currency: string;
};

const CANCEL_OUTDATED_ATTEMPTS = statement(
  'payment.cancelOutdatedAttempts',
  `UPDATE payment_attempts SET ${CANCEL_AND_SCHEDULE_AT_STRIPE},
     cancel_reason = CASE WHEN $3 THEN 'price_changed' ELSE 'hunt_closed' END
   WHERE product_id = $1 AND state = 'open' AND coalesce(offer_version, 0) <= $2
     AND (NOT $3 OR amount_cents <> $4 OR currency <> $5)`,
);

/** Cancels open attempts with another price or for an inactive hunt, except for later offers. */
export async function cancelOutdatedAttempts(tx: Transaction, offer: CurrentOffer): Promise<void> {
  await CANCEL_OUTDATED_ATTEMPTS.execute(tx, [
    offer.productId,
    offer.version,
    offer.isActive,
    offer.amountCents,
    offer.currency,
  ]);
}

export type AttemptOfUser = Terms & {
  id: string;
  intentId: string | null;
  state: 'open' | 'succeeded' | 'canceled';
  createdAt: Date;
  clientAddress: string | null;
};

const LIST_ATTEMPTS_OF_USER = statement(
  'payment.listAttemptsOfUser',
  `SELECT ${COLUMNS}, state FROM payment_attempts
   WHERE user_id = $1 ORDER BY created_at DESC, id`,
);

export async function listAttemptsOfUser(db: Database, userId: string): Promise<AttemptOfUser[]> {
  return LIST_ATTEMPTS_OF_USER.all(db, [userId]);
}
