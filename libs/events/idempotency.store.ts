import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type IdempotencyKey = { adminId: string; route: string; key: string };

/** How long a concurrent request with the same key waits; below the gateway's timeout of 9 s. */
const WAIT_FOR_FIRST = '4s';

/**
 * Inserts a key or replaces an expired one; returns false if it is in use. Waits for a transaction
 * that inserted the same key, and throws SQLSTATE 55P03 on timeout.
 */
export async function insertIdempotencyKey(
  tx: Transaction,
  { adminId, route, key }: IdempotencyKey,
  requestHash: Buffer,
): Promise<boolean> {
  await tx.query("SELECT set_config('lock_timeout', $1, true)", [WAIT_FOR_FIRST]);
  const { rowCount } = await tx.query(
    `INSERT INTO idempotency_keys AS k (admin_id, route, key, request_hash) VALUES ($1, $2, $3, $4)
     ON CONFLICT (admin_id, route, key) DO UPDATE
     SET request_hash = excluded.request_hash, status = NULL, body = NULL, sealed_for = NULL,
         provisional_until = NULL, created_at = now(), expires_at = excluded.expires_at
     WHERE k.expires_at < now()`,
    [adminId, route, key, requestHash],
  );
  await tx.query("SELECT set_config('lock_timeout', '0', true)");
  return rowCount === 1;
}

export type StoredAnswer = {
  requestHash: Buffer;
  status: number;
  body: Record<string, unknown>;
  isProvisional: boolean;
  sealedFields: string | null;
};

export async function getStoredAnswer(
  db: Database,
  { adminId, route, key }: IdempotencyKey,
): Promise<StoredAnswer> {
  const { rows } = await db.query<StoredAnswer>(
    `SELECT request_hash AS "requestHash", status, body, sealed_fields AS "sealedFields",
            coalesce(provisional_until > now(), false) AS "isProvisional"
     FROM idempotency_keys WHERE admin_id = $1 AND route = $2 AND key = $3`,
    [adminId, route, key],
  );
  const [row] = rows;
  if (!row) throw new Error('an idempotency key that is in use has no row');
  return row;
}

export type AnswerToStore = {
  status: number;
  body: unknown;
  /** Seconds during which `replaceStoredAnswer` may replace the answer. */
  provisionalSeconds: number | null;
  sealed: { fields: string; subjectId: string } | null;
};

export async function saveAnswer(
  tx: Transaction,
  { adminId, route, key }: IdempotencyKey,
  { status, body, provisionalSeconds, sealed }: AnswerToStore,
): Promise<void> {
  await tx.query(
    `UPDATE idempotency_keys
     SET status = $4, body = $5, provisional_until = now() + make_interval(secs => $6),
         sealed_fields = $7, sealed_for = $8,
         expires_at = CASE WHEN $7::text IS NULL THEN expires_at END
     WHERE admin_id = $1 AND route = $2 AND key = $3`,
    [
      adminId,
      route,
      key,
      status,
      JSON.stringify(body),
      provisionalSeconds,
      sealed?.fields ?? null,
      sealed?.subjectId ?? null,
    ],
  );
}

export async function replaceStoredAnswer(
  db: Database,
  { adminId, route, key }: IdempotencyKey,
  body: unknown,
): Promise<void> {
  await db.query(
    `UPDATE idempotency_keys SET body = $4, provisional_until = NULL
     WHERE admin_id = $1 AND route = $2 AND key = $3`,
    [adminId, route, key, JSON.stringify(body)],
  );
}

export type SealedFields = IdempotencyKey & { sealedFields: string };

/** Sealed fields of a subject that are not acknowledged yet. Locked until the commit. */
export async function lockSealedFields(
  tx: Transaction,
  subjectId: string,
): Promise<SealedFields | null> {
  const { rows } = await tx.query<SealedFields>(
    `SELECT admin_id AS "adminId", route, key, sealed_fields AS "sealedFields"
     FROM idempotency_keys WHERE sealed_for = $1 AND sealed_fields IS NOT NULL FOR UPDATE`,
    [subjectId],
  );
  return rows[0] ?? null;
}

/** Deletes the sealed fields of a subject. The rest of each answer stays for 24 h. */
export async function deleteSealedFields(tx: Transaction, subjectId: string): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE idempotency_keys SET sealed_fields = NULL, expires_at = now() + interval '24 hours'
     WHERE sealed_for = $1 AND sealed_fields IS NOT NULL`,
    [subjectId],
  );
  return rowCount ?? 0;
}

export async function deleteExpiredKeys(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM idempotency_keys WHERE ctid IN
       (SELECT ctid FROM idempotency_keys WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
    [before, limit],
  );
  return rowCount ?? 0;
}

/** Answers to a user or about them. Unacknowledged codes stay, since they belong to a hunt. */
export async function deleteStoredAnswersOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `DELETE FROM idempotency_keys
     WHERE sealed_fields IS NULL AND (admin_id = $1 OR position($1 IN body::text) > 0)`,
    [userId],
  );
}
