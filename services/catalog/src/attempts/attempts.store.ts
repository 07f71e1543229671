import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type Attempt = {
  kind: 'treasure' | 'stash';
  huntId: string | null;
  /** HMAC of the key under which the caller's address is counted. */
  addressHash: Buffer;
  isRight: boolean;
};

export async function insertAttempt(tx: Transaction, attempt: Attempt): Promise<void> {
  await tx.query({
    name: 'attempt-insert',
    text: 'INSERT INTO code_attempts (kind, hunt_id, address_hash, is_right) VALUES ($1, $2, $3, $4)',
    values: [attempt.kind, attempt.huntId, attempt.addressHash, attempt.isRight],
  });
}

/** A trigger refuses younger attempts. */
const KEPT = "interval '366 days'";

export async function deleteOldAttempts(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM code_attempts WHERE id IN
       (SELECT id FROM code_attempts WHERE attempted_at < now() - ${KEPT}
        ORDER BY attempted_at LIMIT $1)`,
    [limit],
  );
  return rowCount ?? 0;
}
