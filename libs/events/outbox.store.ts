import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const INSERT_EVENT = statement(
  'events.insertEvent',
  `SELECT publish_event($1, $2, $3, $4, $5, $6, $7, $8?, $9)`,
);

/** Holds the lock of the event's key until the end of the transaction. */
export async function insertEvent(db: Database, event: EventEnvelope): Promise<void> {
  await INSERT_EVENT.execute(db, argumentsOf(event));
}

/** The arguments of `publish_event`. */
function argumentsOf(event: EventEnvelope) {
  return [...metadataOf(event), JSON.stringify(event.data)] as const;
}

/** The arguments of `publish_event` before the data. */
export function metadataOf(event: EventEnvelope) {
  return [
    event.id,
    event.source,
    event.type,
    event.version,
    event.topic,
    event.key,
    event.time,
    event.traceparent,
  ] as const;
}

export type UnpublishedEvent = EventEnvelope & { position: string };

const UNPUBLISHED = `SELECT position, id, source, type, version, topic, key, occurred_at AS time,
    traceparent, data
  FROM outbox WHERE published_at IS NULL`;

const LIST_UNPUBLISHED = statement(
  'events.listUnpublished',
  `${UNPUBLISHED} ORDER BY position LIMIT $1`,
);

export async function listUnpublished(db: Database, limit: number): Promise<UnpublishedEvent[]> {
  const rows = await LIST_UNPUBLISHED.all(db, [limit]);
  return rows.map(toEvent);
}

// Both parts read the state before the statement.
const MARK_PUBLISHED = statement(
  'events.markPublished',
  `WITH marked AS (
     UPDATE outbox SET published_at = now() WHERE position = ANY($1::bigint[]))
   ${UNPUBLISHED} AND position <> ALL($1::bigint[]) ORDER BY position LIMIT $2`,
);

/** Marks events as published, and lists the next ones. */
export async function markPublished(
  db: Database,
  positions: string[],
  limit: number,
): Promise<UnpublishedEvent[]> {
  const rows = await MARK_PUBLISHED.all(db, [positions, limit]);
  return rows.map(toEvent);
}

function toEvent(row: Omit<UnpublishedEvent, 'time'> & { time: Date }): UnpublishedEvent {
  return { ...row, time: row.time.toISOString() };
}

const COUNT_EVENTS_OF_USER = statement(
  'events.countEventsOfUser',
  `SELECT count(*)::int AS n FROM outbox
   WHERE topic = 'users' AND key = $1 AND type = $2 AND created_at > $3`,
);

/** Counts events of a type written for a user (topic `users`) since a time, at most a week ago. */
export async function countEventsOfUser(
  db: Database,
  event: { userId: string; type: string; since: Date },
): Promise<number> {
  const row = await COUNT_EVENTS_OF_USER.one(db, [event.userId, event.type, event.since]);
  return row.n;
}

const OLDEST_UNPUBLISHED_AGE = statement(
  'events.oldestUnpublishedAge',
  `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float AS age
   FROM outbox WHERE published_at IS NULL`,
);

/** Age in seconds of the oldest unpublished event; 0 if there is none. */
export async function oldestUnpublishedAge(db: Database): Promise<number> {
  const row = await OLDEST_UNPUBLISHED_AGE.one(db);
  return row.age;
}

const DELETE_PUBLISHED_BEFORE = statement(
  'events.deletePublishedBefore',
  `DELETE FROM outbox WHERE position IN
   (SELECT position FROM outbox WHERE published_at < $1 ORDER BY published_at LIMIT $2)`,
);

/** Published events are kept for a while for inspection. */
export async function deletePublishedBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_PUBLISHED_BEFORE.execute(db, [before, limit]);
}

const DELETE_OUTBOX_OF_USER = statement(
  'events.deleteOutboxOfUser',
  `DELETE FROM outbox WHERE topic = 'users' AND key = $1 AND type <> 'user.deleted'`,
);

/** Keeps `user.deleted`, which holds no personal data and may be unpublished. */
export async function deleteOutboxOfUser(tx: Transaction, userId: string): Promise<void> {
  await DELETE_OUTBOX_OF_USER.execute(tx, [userId]);
}
