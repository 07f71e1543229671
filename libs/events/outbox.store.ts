import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/**
 * Held until the end of the transaction: a second transaction with events of the same key gets its
 * position only after the first commits. Positions thus follow the commit order within a key.
 */
export async function lockKey(tx: Transaction, topic: string, key: string): Promise<void> {
  await tx.query(
    "SELECT pg_advisory_xact_lock(hashtextextended('outbox:' || $1 || ':' || $2, 0))",
    [topic, key],
  );
}

export async function insertEvent(tx: Transaction, event: EventEnvelope): Promise<void> {
  await tx.query({
    name: 'outbox-insert',
    text: `INSERT INTO outbox (id, source, type, version, topic, key, occurred_at, traceparent, data)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      event.id,
      event.source,
      event.type,
      event.version,
      event.topic,
      event.key,
      event.time,
      event.traceparent,
      JSON.stringify(event.data),
    ],
  });
}

export type UnpublishedEvent = EventEnvelope & { position: string };

export async function listUnpublished(db: Database, limit: number): Promise<UnpublishedEvent[]> {
  const { rows } = await db.query({
    name: 'outbox-unpublished',
    text: `SELECT position, id, source, type, version, topic, key, occurred_at AS time, traceparent, data
           FROM outbox WHERE published_at IS NULL ORDER BY position LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({ ...row, time: row.time.toISOString() }));
}

export async function markPublished(db: Database, positions: string[]): Promise<void> {
  await db.query({
    name: 'outbox-mark',
    text: 'UPDATE outbox SET published_at = now() WHERE position = ANY($1::bigint[])',
    values: [positions],
  });
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
