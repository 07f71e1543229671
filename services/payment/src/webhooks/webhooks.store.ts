import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type StripeEventRow = {
  id: string;
  type: string;
  payload: unknown;
  outcome: 'recorded' | 'ignored' | 'unknown' | 'mismatch' | 'unpaid';
  receivedAt: Date;
};

const SAVE_STRIPE_EVENT = statement(
  'payment.saveStripeEvent',
  `INSERT INTO stripe_events (id, type, payload, outcome, received_at)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (id) DO UPDATE SET attempts = stripe_events.attempts + 1
   RETURNING attempts = 1 AS "isNew!"`,
);

/** False where the event is already stored; waits for a concurrent insert. */
export async function saveStripeEvent(db: Database, event: StripeEventRow): Promise<boolean> {
  const row = await SAVE_STRIPE_EVENT.one(db, [
    event.id,
    event.type,
    JSON.stringify(event.payload),
    event.outcome,
    event.receivedAt,
  ]);
  return row.isNew;
}

const COUNT_REDELIVERY = statement(
  'payment.countRedelivery',
  'UPDATE stripe_events SET attempts = attempts + 1 WHERE id = $1',
);

/** Counts one more delivery; false where the event is new. */
export async function countRedelivery(db: Database, id: string): Promise<boolean> {
  return (await COUNT_REDELIVERY.execute(db, [id])) === 1;
}

const DELETE_STRIPE_EVENTS_BEFORE = statement(
  'payment.deleteStripeEventsBefore',
  `DELETE FROM stripe_events WHERE id IN
   (SELECT id FROM stripe_events WHERE received_at < $1 ORDER BY received_at LIMIT $2)`,
);

export async function deleteStripeEventsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_STRIPE_EVENTS_BEFORE.execute(db, [before, limit]);
}
