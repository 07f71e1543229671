import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/**
 * Held until the end of the transaction: a schema applies one event per key at a time. Advisory
 * locks are database-wide, so the lock name includes the schema.
 */
export async function lockInboxKey(tx: Transaction, event: EventEnvelope): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(
       hashtextextended(format('inbox:%s:%s:%s', current_schema(), $1::text, $2::text), 0))`,
    [event.topic, event.key],
  );
}

/** 'behind': an earlier event of the same key is parked. */
export type Reception = 'applied' | 'duplicate' | 'dead' | 'parked' | 'behind';

/**
 * Locks the event's key as `lockInboxKey` does. For `applied` the id is inserted, and the caller
 * applies the effect in the same transaction.
 */
export async function receiveEvent(tx: Transaction, event: EventEnvelope): Promise<Reception> {
  const { rows } = await tx.query({
    name: 'inbox-receive',
    text: 'SELECT receive_event($1, $2, $3, $4) AS outcome',
    values: [event.id, event.type, event.topic, event.key],
  });
  return rows[0].outcome;
}

export type InboxState = {
  isHandled: boolean;
  isDead: boolean;
};

export async function findInboxState(db: Database, event: EventEnvelope): Promise<InboxState> {
  const { rows } = await db.query({
    name: 'inbox-standing',
    text: `SELECT EXISTS (SELECT FROM inbox WHERE event_id = $1) AS "isHandled",
                  EXISTS (SELECT FROM dead_letters WHERE event_id = $1) AS "isDead"`,
    values: [event.id],
  });
  return rows[0];
}

export async function insertHandled(tx: Transaction, event: EventEnvelope): Promise<void> {
  await tx.query({
    name: 'inbox-insert',
    text: 'INSERT INTO inbox (event_id, type) VALUES ($1, $2)',
    values: [event.id, event.type],
  });
}

/** Keep ids longer than topics retain events, so that a redelivered event is always recognised. */
export async function deleteHandledBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM inbox WHERE event_id IN
       (SELECT event_id FROM inbox WHERE handled_at < $1 ORDER BY handled_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
