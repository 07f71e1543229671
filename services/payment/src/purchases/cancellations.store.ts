import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type Cancellation = { attemptId: string; intentId: string };

const LEASE_CANCELLATIONS = statement(
  'payment.leaseCancellations',
  `UPDATE payment_attempts
   SET cancel_due_at = now() + make_interval(secs => $2 * power(2, least(cancel_tries, 6))),
       cancel_tries = least(cancel_tries + 1, 100)
   WHERE id IN (
     SELECT id FROM payment_attempts WHERE cancel_due_at <= now()
     ORDER BY cancel_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING id AS "attemptId", stripe_payment_intent_id AS "intentId!"`,
);

/**
 * Leases attempts whose intents are due to be canceled at Stripe. They are due again after
 * `leaseSeconds`, which doubles with each try.
 */
export async function leaseCancellations(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Cancellation[]> {
  return LEASE_CANCELLATIONS.all(db, [limit, leaseSeconds]);
}

const CLOSE_CANCELLATION = statement(
  'payment.closeCancellation',
  'UPDATE payment_attempts SET cancel_due_at = NULL WHERE id = $1',
);

export async function closeCancellation(db: Database, attemptId: string): Promise<void> {
  await CLOSE_CANCELLATION.execute(db, [attemptId]);
}

const FIND_NEXT_CANCELLATION_IN_MS = statement(
  'payment.findNextCancellationInMs',
  `SELECT (extract(epoch FROM min(cancel_due_at) - clock_timestamp()) * 1000)::float AS ms
   FROM payment_attempts WHERE cancel_due_at IS NOT NULL`,
);

/** Negative if overdue; null if no intent is due to be canceled. */
export async function findNextCancellationInMs(db: Database): Promise<number | null> {
  const row = await FIND_NEXT_CANCELLATION_IN_MS.one(db);
  return row.ms;
}

const DELETE_CANCELED_ATTEMPTS_BEFORE = statement(
  'payment.deleteCanceledAttemptsBefore',
  `DELETE FROM payment_attempts WHERE id IN
   (SELECT id FROM payment_attempts
    WHERE state = 'canceled' AND cancel_due_at IS NULL AND created_at < $1
    ORDER BY created_at LIMIT $2)`,
);

/** Attempts without a purchase whose intent is canceled at Stripe. */
export async function deleteCanceledAttemptsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_CANCELED_ATTEMPTS_BEFORE.execute(db, [before, limit]);
}
