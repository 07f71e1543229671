import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type IdempotencyKey = { adminId: string; route: string; key: string };

/** How long a concurrent request with the same key waits; below the gateway's timeout of 9 s. */
const WAIT_FOR_FIRST = '4s';

const SET_LOCK_TIMEOUT = statement(
  'events.setLockTimeout',
  `SELECT set_config('lock_timeout', $1, true) AS value`,
);

const INSERT_KEY = statement(
  'events.insertIdempotencyKey',
  `INSERT INTO idempotency_keys AS k (admin_id, route, key, request_hash) VALUES ($1, $2, $3, $4)
   ON CONFLICT (admin_id, route, key) DO UPDATE
   SET request_hash = excluded.request_hash, status = NULL, body = NULL, sealed_for = NULL,
       provisional_until = NULL, created_at = now(), expires_at = excluded.expires_at
   WHERE k.expires_at < now()`,
);

const RESET_LOCK_TIMEOUT = statement(
  'events.resetLockTimeout',
  `SELECT set_config('lock_timeout', '0', true) AS value`,
);

/**
 * Inserts a key or replaces an expired one; returns false if it is in use. Waits for a transaction
 * that inserted the same key, and throws SQLSTATE 55P03 on timeout.
 */
export async function insertIdempotencyKey(
  tx: Transaction,
  { adminId, route, key }: IdempotencyKey,
  requestHash: Buffer,
): Promise<boolean> {
  await SET_LOCK_TIMEOUT.execute(tx, [WAIT_FOR_FIRST]);
  const rowCount = await INSERT_KEY.execute(tx, [adminId, route, key, requestHash]);
  await RESET_LOCK_TIMEOUT.execute(tx);
  return rowCount === 1;
}

export type StoredAnswer = {
  requestHash: Buffer;
  status: number;
  body: Record<string, unknown>;
  isProvisional: boolean;
  sealedFields: string | null;
};

const GET_STORED_ANSWER = statement(
  'events.getStoredAnswer',
  `SELECT request_hash AS "requestHash", status AS "status!", body AS "body!", sealed_fields AS "sealedFields",
          coalesce(provisional_until > now(), false) AS "isProvisional"
   FROM idempotency_keys WHERE admin_id = $1 AND route = $2 AND key = $3`,
);

export async function getStoredAnswer(
  db: Database,
  { adminId, route, key }: IdempotencyKey,
): Promise<StoredAnswer> {
  return GET_STORED_ANSWER.one(db, [adminId, route, key]);
}

export type AnswerToStore = {
  status: number;
  body: unknown;
  /** Seconds during which `replaceStoredAnswer` may replace the answer. */
  provisionalSeconds: number | null;
  sealed: { fields: string; subjectId: string } | null;
};

const SAVE_ANSWER = statement(
  'events.saveAnswer',
  `UPDATE idempotency_keys
   SET status = $4, body = $5, provisional_until = now() + make_interval(secs => $6?),
       sealed_fields = $7?, sealed_for = $8?,
       expires_at = CASE WHEN $7::text IS NULL THEN expires_at END
   WHERE admin_id = $1 AND route = $2 AND key = $3`,
);

export async function saveAnswer(
  tx: Transaction,
  { adminId, route, key }: IdempotencyKey,
  { status, body, provisionalSeconds, sealed }: AnswerToStore,
): Promise<void> {
  await SAVE_ANSWER.execute(tx, [
    adminId,
    route,
    key,
    status,
    JSON.stringify(body),
    provisionalSeconds,
    sealed?.fields ?? null,
    sealed?.subjectId ?? null,
  ]);
}

const REPLACE_STORED_ANSWER = statement(
  'events.replaceStoredAnswer',
  `UPDATE idempotency_keys SET body = $4, provisional_until = NULL
   WHERE admin_id = $1 AND route = $2 AND key = $3`,
);

export async function replaceStoredAnswer(
  db: Database,
  { adminId, route, key }: IdempotencyKey,
  body: unknown,
): Promise<void> {
  await REPLACE_STORED_ANSWER.execute(db, [adminId, route, key, JSON.stringify(body)]);
}

export type SealedFields = IdempotencyKey & { sealedFields: string };

const LOCK_SEALED_FIELDS = statement(
  'events.lockSealedFields',
  `SELECT admin_id AS "adminId", route, key, sealed_fields AS "sealedFields!"
   FROM idempotency_keys WHERE sealed_for = $1 AND sealed_fields IS NOT NULL FOR UPDATE`,
);

/** Sealed fields of a subject that are not acknowledged yet. Locked until the commit. */
export async function lockSealedFields(
  tx: Transaction,
  subjectId: string,
): Promise<SealedFields | null> {
  return LOCK_SEALED_FIELDS.first(tx, [subjectId]);
}

const DELETE_SEALED_FIELDS = statement(
  'events.deleteSealedFields',
  `UPDATE idempotency_keys SET sealed_fields = NULL, expires_at = now() + interval '24 hours'
   WHERE sealed_for = $1 AND sealed_fields IS NOT NULL`,
);

/** Deletes the sealed fields of a subject. The rest of each answer stays for 24 h. */
export async function deleteSealedFields(tx: Transaction, subjectId: string): Promise<number> {
  return DELETE_SEALED_FIELDS.execute(tx, [subjectId]);
}

const DELETE_EXPIRED_KEYS = statement(
  'events.deleteExpiredKeys',
  `DELETE FROM idempotency_keys WHERE ctid IN
   (SELECT ctid FROM idempotency_keys WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
);

export async function deleteExpiredKeys(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return DELETE_EXPIRED_KEYS.execute(db, [before, limit]);
}

const DELETE_STORED_ANSWERS_OF_USER = statement(
  'events.deleteStoredAnswersOfUser',
  `DELETE FROM idempotency_keys
   WHERE sealed_fields IS NULL AND (admin_id = $1 OR position($1 IN body::text) > 0)`,
);

/** Answers to a user or about them. Unacknowledged codes stay, since they belong to a hunt. */
export async function deleteStoredAnswersOfUser(tx: Transaction, userId: string): Promise<void> {
  await DELETE_STORED_ANSWERS_OF_USER.execute(tx, [userId]);
}
