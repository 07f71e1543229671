import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const LOCK_INBOX_KEY = statement(
  'events.lockInboxKey',
  `SELECT pg_advisory_xact_lock(
   hashtextextended(format('inbox:%s:%s:%s', current_schema(), $1::text, $2::text), 0))`,
);

/**
 * Held until the end of the transaction: a schema applies one event per key at a time. Advisory
 * locks are database-wide, so the lock name includes the schema.
 */
export async function lockInboxKey(tx: Transaction, event: EventEnvelope): Promise<void> {
  await LOCK_INBOX_KEY.execute(tx, [event.topic, event.key]);
}

/** 'behind': an earlier event of the same key is parked. */
export type Reception = 'applied' | 'duplicate' | 'dead' | 'parked' | 'behind';

const RECEIVE_EVENT = statement(
  'events.receiveEvent',
  'SELECT receive_event($1, $2, $3, $4) AS "outcome!"',
);

/**
 * Locks the event's key as `lockInboxKey` does. For `applied` the id is inserted, and the caller
 * applies the effect in the same transaction.
 */
export async function receiveEvent(tx: Transaction, event: EventEnvelope): Promise<Reception> {
  const row = await RECEIVE_EVENT.one(tx, [event.id, event.type, event.topic, event.key]);
  return row.outcome;
}

export type InboxState = {
  isHandled: boolean;
  isDead: boolean;
};

const FIND_INBOX_STATE = statement(
  'events.findInboxState',
  `SELECT EXISTS (SELECT FROM inbox WHERE event_id = $1) AS "isHandled",
   EXISTS (SELECT FROM dead_letters WHERE event_id = $1) AS "isDead"`,
);

export async function findInboxState(db: Database, event: EventEnvelope): Promise<InboxState> {
  return FIND_INBOX_STATE.one(db, [event.id]);
}

const INSERT_HANDLED = statement(
  'events.insertHandled',
  'INSERT INTO inbox (event_id, type) VALUES ($1, $2)',
);

export async function insertHandled(tx: Transaction, event: EventEnvelope): Promise<void> {
  await INSERT_HANDLED.execute(tx, [event.id, event.type]);
}

const DELETE_HANDLED_BEFORE = statement(
  'events.deleteHandledBefore',
  `DELETE FROM inbox WHERE event_id IN
   (SELECT event_id FROM inbox WHERE handled_at < $1 ORDER BY handled_at LIMIT $2)`,
);

/** Keep ids longer than topics retain events, so that a redelivered event is always recognised. */
export async function deleteHandledBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_HANDLED_BEFORE.execute(db, [before, limit]);
}
