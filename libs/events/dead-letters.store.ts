import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
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

const INSERT_DEAD_EVENT = statement(
  'events.insertDeadEvent',
  `INSERT INTO dead_letters (event_id, topic, cause, envelope) VALUES ($1, $2, $3, $4)
   ON CONFLICT (event_id) DO NOTHING`,
);

export async function insertDeadEvent(
  tx: Transaction,
  event: EventEnvelope,
  cause: string,
): Promise<void> {
  await INSERT_DEAD_EVENT.execute(tx, [
    event.id,
    event.topic,
    toValidText(cause),
    JSON.stringify(event),
  ]);
}

const INSERT_DEAD_MESSAGE = statement(
  'events.insertDeadMessage',
  `INSERT INTO dead_letters (place, topic, cause, raw_key, raw_value, raw_headers)
   VALUES ($1, $2, $3, $4?, $5?, $6) ON CONFLICT (place) DO NOTHING`,
);

export async function insertDeadMessage(
  db: Database,
  message: ReceivedMessage,
  cause: string,
): Promise<void> {
  await INSERT_DEAD_MESSAGE.execute(db, [
    message.place,
    message.topic,
    toValidText(cause),
    message.key,
    message.value,
    // NUL is the only character that jsonb cannot store.
    JSON.stringify(message.headers).replaceAll('\\u0000', '\\ufffd'),
  ]);
}

const LIST_DEAD_LETTERS = statement(
  'events.listDeadLetters',
  `SELECT id, topic, place, envelope->>'type' AS type, event_id AS "eventId", cause,
          died_at AS "diedAt"
   FROM dead_letters ORDER BY id LIMIT $1`,
);

/** Omits the raw bytes, up to megabytes each. */
export async function listDeadLetters(db: Database, limit: number): Promise<DeadLetterSummary[]> {
  return LIST_DEAD_LETTERS.all(db, [limit]);
}

const LIST_DEAD_LETTER_IDS = statement(
  'events.listDeadLetterIds',
  'SELECT id FROM dead_letters ORDER BY id',
);

export async function listDeadLetterIds(db: Database): Promise<string[]> {
  const rows = await LIST_DEAD_LETTER_IDS.all(db);
  return rows.map(({ id }) => id);
}

const FIND_DEAD_LETTER_FOR_UPDATE = statement(
  'events.findDeadLetterForUpdate',
  `SELECT envelope, place AS "place!", topic, raw_key AS key, raw_value AS value,
     raw_headers AS "headers!"
   FROM dead_letters WHERE id = $1 FOR UPDATE`,
);

export async function findDeadLetterForUpdate(
  tx: Transaction,
  id: string,
): Promise<DeadLetter | null> {
  const row = await FIND_DEAD_LETTER_FOR_UPDATE.first(tx, [id]);
  if (!row) return null;
  const { envelope, ...message } = row;
  return envelope ? { envelope, message: null } : { envelope: null, message };
}

const DELETE_DEAD_LETTER = statement(
  'events.deleteDeadLetter',
  'DELETE FROM dead_letters WHERE id = $1',
);

export async function deleteDeadLetter(tx: Transaction, id: string): Promise<void> {
  await DELETE_DEAD_LETTER.execute(tx, [id]);
}

const COUNT_DEAD_LETTERS = statement(
  'events.countDeadLetters',
  'SELECT count(*)::int AS n FROM dead_letters',
);

export async function countDeadLetters(db: Database): Promise<number> {
  const row = await COUNT_DEAD_LETTERS.one(db);
  return row.n;
}

const DELETE_DEAD_OF_PEOPLE_BEFORE = statement(
  'events.deleteDeadOfPeopleBefore',
  `DELETE FROM dead_letters WHERE id IN
   (SELECT id FROM dead_letters
    WHERE topic = 'users' AND died_at < $1
      AND envelope->>'type' IS DISTINCT FROM 'user.deleted'
    ORDER BY id LIMIT $2)`,
);

/**
 * Limits how long personal data stays in dead letters. `user.deleted` is exempt: it holds no
 * personal data, and the erasure stays incomplete until it is replayed.
 */
export async function deleteDeadOfPeopleBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_DEAD_OF_PEOPLE_BEFORE.execute(db, [before, limit]);
}

const DELETE_DEAD_BEFORE = statement(
  'events.deleteDeadBefore',
  `DELETE FROM dead_letters WHERE id IN
   (SELECT id FROM dead_letters
    WHERE died_at < $1 AND envelope->>'type' IS DISTINCT FROM 'user.deleted'
    ORDER BY id LIMIT $2)`,
);

/** All of them, except deletions that are not complete. */
export async function deleteDeadBefore(db: Database, before: Date, limit: number): Promise<number> {
  return DELETE_DEAD_BEFORE.execute(db, [before, limit]);
}

const DELETE_DEAD_LETTERS_OF_USER = statement(
  'events.deleteDeadLettersOfUser',
  `DELETE FROM dead_letters
   WHERE topic = 'users' AND (envelope->>'key' = $1
     OR raw_key = convert_to($1, 'UTF8')
     OR position(convert_to($1, 'UTF8') IN raw_value) > 0)`,
);

/** Also matches unparsed messages with the id in their bytes. */
export async function deleteDeadLettersOfUser(tx: Transaction, userId: string): Promise<void> {
  await DELETE_DEAD_LETTERS_OF_USER.execute(tx, [userId]);
}
