import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Database } from '@cairn/postgres/pool.ts';

/** Holds the lock of the event's key until the end of the transaction. */
export async function insertEvent(db: Database, event: EventEnvelope): Promise<void> {
  await db.query({
    name: 'outbox-insert',
    text: `SELECT publish_event($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: argumentsOf(event),
  });
}

/** The arguments of `publish_event`. */
export function argumentsOf(event: EventEnvelope): unknown[] {
  return [
    event.id,
    event.source,
    event.type,
    event.version,
    event.topic,
    event.key,
    event.time,
    event.traceparent,
    JSON.stringify(event.data),
  ];
}

export type UnpublishedEvent = EventEnvelope & { position: string };

const UNPUBLISHED = `SELECT position, id, source, type, version, topic, key, occurred_at AS time,
    traceparent, data
  FROM outbox WHERE published_at IS NULL`;

export async function listUnpublished(db: Database, limit: number): Promise<UnpublishedEvent[]> {
  const { rows } = await db.query({
    name: 'outbox-unpublished',
    text: `${UNPUBLISHED} ORDER BY position LIMIT $1`,
    values: [limit],
  });
  return rows.map(toEvent);
}

/** Marks events as published, and lists the next ones. */
export async function markPublished(
  db: Database,
  positions: string[],
  limit: number,
): Promise<UnpublishedEvent[]> {
  const { rows } = await db.query({
    name: 'outbox-mark',
    // Both parts read the state before the statement.
    text: `WITH marked AS (
             UPDATE outbox SET published_at = now() WHERE position = ANY($1::bigint[]))
           ${UNPUBLISHED} AND position <> ALL($1::bigint[]) ORDER BY position LIMIT $2`,
    values: [positions, limit],
  });
  return rows.map(toEvent);
}

function toEvent(row: Omit<UnpublishedEvent, 'time'> & { time: Date }): UnpublishedEvent {
  return { ...row, time: row.time.toISOString() };
}

/** Counts events of a type written for a user (topic `users`) since a time, at most a week ago. */
export async function countEventsOfUser(
  db: Database,
  event: { userId: string; type: string; since: Date },
): Promise<number> {
  const { rows } = await db.query({
    name: 'outbox-count-of-user',
    text: `SELECT count(*)::int AS n FROM outbox
           WHERE topic = 'users' AND key = $1 AND type = $2 AND created_at > $3`,
    values: [event.userId, event.type, event.since],
  });
  return rows[0].n;
}

/** Age in seconds of the oldest unpublished event; 0 if there is none. */
export async function oldestUnpublishedAge(db: Database): Promise<number> {
  const { rows } = await db.query(
    `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float AS age
     FROM outbox WHERE published_at IS NULL`,
  );
  return rows[0].age;
}

/** Published events are kept for a while for inspection. */
export async function deletePublishedBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM outbox WHERE position IN
       (SELECT position FROM outbox WHERE published_at < $1 ORDER BY published_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
