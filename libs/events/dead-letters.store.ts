import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { toValidText } from '@cairn/service-kit/valid-text.ts';
import type { ReceivedMessage } from './bus.ts';

/** An event that no handler could apply, or a message that could not be parsed. */
export type DeadLetter =
  | { envelope: EventEnvelope; message: null }
  | { envelope: null; message: ReceivedMessage };

export type DeadLetterSummary = {
  id: string;
  topic: string;
  /** Position of a message that could not be parsed. */
  place: string | null;
  type: string | null;
  eventId: string | null;
  cause: string;
  diedAt: Date;
};

export async function insertDeadEvent(
  tx: Transaction,
  event: EventEnvelope,
  cause: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO dead_letters (event_id, topic, cause, envelope) VALUES ($1, $2, $3, $4)
     ON CONFLICT (event_id) DO NOTHING`,
    [event.id, event.topic, toValidText(cause), JSON.stringify(event)],
  );
}

export async function insertDeadMessage(
  db: Database,
  message: ReceivedMessage,
  cause: string,
): Promise<void> {
  await db.query(
    `INSERT INTO dead_letters (place, topic, cause, raw_key, raw_value, raw_headers)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (place) DO NOTHING`,
    [
      message.place,
      message.topic,
      toValidText(cause),
      message.key,
      message.value,
      // NUL is the only character that jsonb cannot store.
      JSON.stringify(message.headers).replaceAll('\\u0000', '\\ufffd'),
    ],
  );
}

/** Omits the raw bytes, up to megabytes each. */
export async function listDeadLetters(db: Database, limit: number): Promise<DeadLetterSummary[]> {
  const { rows } = await db.query(
    `SELECT id, topic, place, envelope->>'type' AS type, event_id AS "eventId", cause,
            died_at AS "diedAt"
     FROM dead_letters ORDER BY id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function listDeadLetterIds(db: Database): Promise<string[]> {
  const { rows } = await db.query('SELECT id FROM dead_letters ORDER BY id');
  return rows.map(({ id }) => id);
}

export async function findDeadLetterForUpdate(
  tx: Transaction,
  id: string,
): Promise<DeadLetter | null> {
  const { rows } = await tx.query(
    `SELECT envelope, place, topic, raw_key AS key, raw_value AS value, raw_headers AS headers
     FROM dead_letters WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!rows[0]) return null;
  const { envelope, ...message } = rows[0];
  return envelope ? { envelope, message: null } : { envelope: null, message };
}

export async function deleteDeadLetter(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM dead_letters WHERE id = $1', [id]);
}

export async function countDeadLetters(db: Database): Promise<number> {
  const { rows } = await db.query('SELECT count(*)::int AS n FROM dead_letters');
  return rows[0].n;
}

/**
 * Limits how long personal data stays in dead letters. `user.deleted` is exempt: it holds no
 * personal data, and the erasure stays incomplete until it is replayed.
 */
export async function deleteDeadOfPeopleBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM dead_letters WHERE id IN
       (SELECT id FROM dead_letters
        WHERE topic = 'users' AND died_at < $1
          AND envelope->>'type' IS DISTINCT FROM 'user.deleted'
        ORDER BY id LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}

/** All of them, except deletions that are not complete. */
export async function deleteDeadBefore(db: Database, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM dead_letters WHERE id IN
       (SELECT id FROM dead_letters
        WHERE died_at < $1 AND envelope->>'type' IS DISTINCT FROM 'user.deleted'
        ORDER BY id LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
