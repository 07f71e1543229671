import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { toValidText } from '@cairn/service-kit/valid-text.ts';

export type ParkedEvent = { position: string; envelope: EventEnvelope; attempts: number };

const INSERT_PARKED = statement(
  'events.insertParked',
  `INSERT INTO parked_events (event_id, topic, key, envelope, attempts, next_try_at, last_error)
   VALUES ($1, $2, $3, $4, $5, $6, $7?) ON CONFLICT (event_id) DO NOTHING`,
);

export async function insertParked(
  tx: Transaction,
  event: EventEnvelope,
  failure: { attempts: number; nextTryAt: Date; error: string | null },
): Promise<void> {
  await INSERT_PARKED.execute(tx, [
    event.id,
    event.topic,
    event.key,
    JSON.stringify(event),
    failure.attempts,
    failure.nextTryAt,
    failure.error && toValidText(failure.error),
  ]);
}

const INSERT_UNKNOWN = statement(
  'events.insertUnknown',
  `INSERT INTO parked_events (event_id, topic, key, envelope, last_error, is_unknown)
   VALUES ($1, $2, $3, $4, 'unknown type or version', true) ON CONFLICT (event_id) DO NOTHING`,
);

/** Parks an event of a type that this release does not know; it blocks no other event of its key. */
export async function insertUnknown(tx: Transaction, event: EventEnvelope): Promise<void> {
  await INSERT_UNKNOWN.execute(tx, [event.id, event.topic, event.key, JSON.stringify(event)]);
}

const LIST_DUE = statement(
  'events.listDue',
  `SELECT position, envelope, attempts FROM parked_events p
   WHERE next_try_at <= now()
     AND CASE WHEN is_unknown
       THEN concat(envelope->>'type', '/', envelope->>'version') = ANY($2::text[])
       ELSE NOT EXISTS (SELECT FROM parked_events e
                        WHERE e.topic = p.topic AND e.key = p.key AND NOT e.is_unknown
                          AND e.position < p.position) END
   ORDER BY next_try_at, position LIMIT $1`,
);

/**
 * The first due parked event of each key, longest due first. Unknown ones only if this release
 * knows them: `known` holds `type/version`.
 */
export async function listDue(
  db: Database,
  limit: number,
  known: readonly string[],
): Promise<ParkedEvent[]> {
  return LIST_DUE.all(db, [limit, known]);
}

const FIND_NEXT_RETRY_IN_MS = statement(
  'events.findNextRetryInMs',
  `SELECT (extract(epoch FROM min(next_try_at) - clock_timestamp()) * 1000)::float AS ms
   FROM parked_events p
   WHERE NOT is_unknown AND NOT EXISTS (SELECT FROM parked_events e
                    WHERE e.topic = p.topic AND e.key = p.key AND NOT e.is_unknown
                      AND e.position < p.position)`,
);

/** Milliseconds until the first event of a key is due, negative if overdue; null without one. */
export async function findNextRetryInMs(db: Database): Promise<number | null> {
  const row = await FIND_NEXT_RETRY_IN_MS.one(db);
  return row.ms;
}

const FIND_DUE_FOR_UPDATE = statement(
  'events.findDueForUpdate',
  `SELECT position, envelope, attempts FROM parked_events
   WHERE position = $1 AND next_try_at <= now() FOR UPDATE`,
);

/** Null if another copy has processed it, or if it is not due yet. */
export async function findDueForUpdate(
  tx: Transaction,
  position: string,
): Promise<ParkedEvent | null> {
  return FIND_DUE_FOR_UPDATE.first(tx, [position]);
}

const POSTPONE_PARKED = statement(
  'events.postponeParked',
  `UPDATE parked_events SET attempts = $2, next_try_at = $3, last_error = $4, is_unknown = false
   WHERE position = $1`,
);

export async function postponeParked(
  tx: Transaction,
  position: string,
  failure: { attempts: number; nextTryAt: Date; error: string },
): Promise<void> {
  await POSTPONE_PARKED.execute(tx, [
    position,
    failure.attempts,
    failure.nextTryAt,
    toValidText(failure.error),
  ]);
}

const DELETE_PARKED = statement(
  'events.deleteParked',
  'DELETE FROM parked_events WHERE position = $1',
);

export async function deleteParked(tx: Transaction, position: string): Promise<void> {
  await DELETE_PARKED.execute(tx, [position]);
}

const COUNT_PARKED = statement(
  'events.countParked',
  'SELECT count(*)::int AS n FROM parked_events WHERE NOT is_unknown',
);

export async function countParked(db: Database): Promise<number> {
  const row = await COUNT_PARKED.one(db);
  return row.n;
}

const COUNT_UNKNOWN = statement(
  'events.countUnknown',
  'SELECT count(*)::int AS n FROM parked_events WHERE is_unknown',
);

export async function countUnknown(db: Database): Promise<number> {
  const row = await COUNT_UNKNOWN.one(db);
  return row.n;
}

const DELETE_UNKNOWN_BEFORE = statement(
  'events.deleteUnknownBefore',
  `DELETE FROM parked_events WHERE position IN
   (SELECT position FROM parked_events WHERE is_unknown AND parked_at < $1
    ORDER BY parked_at LIMIT $2)`,
);

export async function deleteUnknownBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_UNKNOWN_BEFORE.execute(db, [before, limit]);
}

const DELETE_PARKED_OF_USER = statement(
  'events.deleteParkedOfUser',
  `DELETE FROM parked_events WHERE topic = 'users' AND key = $1`,
);

export async function deleteParkedOfUser(tx: Transaction, userId: string): Promise<void> {
  await DELETE_PARKED_OF_USER.execute(tx, [userId]);
}
