import type { Database } from '@cairn/postgres/pool.ts';

export type Cancellation = { attemptId: string; intentId: string };

/**
 * Leases attempts whose intents are due to be canceled at Stripe. They are due again after
 * `leaseSeconds`, which doubles with each try.
 */
export async function leaseCancellations(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<Cancellation[]> {
  const { rows } = await db.query(
    `UPDATE payment_attempts
     SET cancel_due_at = now() + make_interval(secs => $2 * power(2, least(cancel_tries, 6))),
         cancel_tries = least(cancel_tries + 1, 100)
     WHERE id IN (
       SELECT id FROM payment_attempts WHERE cancel_due_at <= now()
       ORDER BY cancel_due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id AS "attemptId", stripe_payment_intent_id AS "intentId"`,
    [limit, leaseSeconds],
  );
  return rows;
}

export async function closeCancellation(db: Database, attemptId: string): Promise<void> {
  await db.query('UPDATE payment_attempts SET cancel_due_at = NULL WHERE id = $1', [attemptId]);
}

/** Negative if overdue; null if no intent is due to be canceled. */
export async function findNextCancellationInMs(db: Database): Promise<number | null> {
  const { rows } = await db.query({
    name: 'cancellations-next-due',
    text: `SELECT (extract(epoch FROM min(cancel_due_at) - clock_timestamp()) * 1000)::float AS ms
           FROM payment_attempts WHERE cancel_due_at IS NOT NULL`,
  });
  return rows[0].ms;
}
