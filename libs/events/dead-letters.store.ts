import type { EventEnvelope } from '@cairn/contracts/events/envelope.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { ReceivedMessage } from './bus.ts';

export type DeadLetter = {
  id: string;
  topic: string;
  cause: string;
  envelope: EventEnvelope | null;
  message: ReceivedMessage | null;
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
    [event.id, event.topic, cause, JSON.stringify(event)],
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
      cause,
      message.key,
      message.value,
      // NUL is the one character that jsonb cannot hold.
      JSON.stringify(message.headers).replaceAll('\\u0000', '\\ufffd'),
    ],
  );
}

const COLUMNS = `id, topic, cause, envelope, died_at AS "diedAt",
  CASE WHEN place IS NOT NULL THEN true ELSE false END AS "isRaw",
  place, raw_key AS key, raw_value AS value, raw_headers AS headers`;

export async function listDeadLetters(db: Database, limit: number): Promise<DeadLetter[]> {
  const { rows } = await db.query(`SELECT ${COLUMNS} FROM dead_letters ORDER BY id LIMIT $1`, [
    limit,
  ]);
  return rows.map(present);
}

export async function findDeadLetterForUpdate(
  tx: Transaction,
  id: string,
): Promise<DeadLetter | null> {
  const { rows } = await tx.query(`SELECT ${COLUMNS} FROM dead_letters WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return rows[0] ? present(rows[0]) : null;
}

export async function deleteDeadLetter(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM dead_letters WHERE id = $1', [id]);
}

export async function countDeadLetters(db: Database): Promise<number> {
  const { rows } = await db.query('SELECT count(*)::int AS n FROM dead_letters');
  return rows[0].n;
}

type Row = Omit<DeadLetter, 'message'> & ReceivedMessage & { isRaw: boolean };

function present({
  id,
  topic,
  cause,
  envelope,
  diedAt,
  isRaw,
  place,
  key,
  value,
  headers,
}: Row): DeadLetter {
  const message = isRaw ? { place, topic, key, value, headers } : null;
  return { id, topic, cause, envelope, diedAt, message };
}
