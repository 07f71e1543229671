import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type Attempt = {
  kind: 'treasure' | 'stash';
  huntId: string | null;
  /** HMAC of the key under which the caller's address is counted. */
  addressHash: Buffer;
  isRight: boolean;
};

const INSERT_ATTEMPT = statement(
  'catalog.insertAttempt',
  'INSERT INTO code_attempts (kind, hunt_id, address_hash, is_right) VALUES ($1, $2?, $3, $4)',
);

export async function insertAttempt(tx: Transaction, attempt: Attempt): Promise<void> {
  await INSERT_ATTEMPT.execute(tx, [
    attempt.kind,
    attempt.huntId,
    attempt.addressHash,
    attempt.isRight,
  ]);
}

/** A trigger refuses younger attempts. */
const KEPT = "interval '366 days'";

const DELETE_OLD_ATTEMPTS = statement(
  'catalog.deleteOldAttempts',
  `DELETE FROM code_attempts WHERE id IN
   (SELECT id FROM code_attempts WHERE attempted_at < now() - ${KEPT}
    ORDER BY attempted_at LIMIT $1)`,
);

export async function deleteOldAttempts(db: Database, limit: number): Promise<number> {
  return DELETE_OLD_ATTEMPTS.execute(db, [limit]);
}
