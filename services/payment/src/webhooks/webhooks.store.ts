import type { Database } from '@cairn/postgres/pool.ts';

export type StripeEventRow = {
  id: string;
  type: string;
  payload: unknown;
  outcome: 'recorded' | 'ignored' | 'unknown' | 'mismatch' | 'unpaid';
  receivedAt: Date;
};

/** False where the event is already stored; waits for a concurrent insert. */
export async function saveStripeEvent(db: Database, event: StripeEventRow): Promise<boolean> {
  const { rows } = await db.query(
    `INSERT INTO stripe_events (id, type, payload, outcome, received_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET attempts = stripe_events.attempts + 1
     RETURNING attempts = 1 AS is_new`,
    [event.id, event.type, JSON.stringify(event.payload), event.outcome, event.receivedAt],
  );
  return rows[0].is_new;
}

/** Counts one more delivery; false where the event is new. */
export async function countRedelivery(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE stripe_events SET attempts = attempts + 1 WHERE id = $1',
    [id],
  );
  return rowCount === 1;
}

export async function deleteStripeEventsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM stripe_events WHERE id IN
       (SELECT id FROM stripe_events WHERE received_at < $1 ORDER BY received_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
