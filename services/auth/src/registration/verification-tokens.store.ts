import type { Transaction } from '@cairn/postgres/pool.ts';
import type { UserRow } from '../users/users.store.ts';

/** Takes the place of an older token of the user, which is void from then on. */
export async function upsertVerificationToken(
  tx: Transaction,
  token: { userId: string; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.query({
    name: 'verification-token-upsert',
    text: `INSERT INTO verification_tokens (user_id, token_hash, expires_at) VALUES ($1, $2, $3)
           ON CONFLICT (user_id) DO UPDATE
           SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    values: [token.userId, token.hash, token.expiresAt],
  });
}

/** Locks the user first, as sign-up does, so that the two never wait for each other in a circle. */
export async function findTokenOwnerForUpdate(
  tx: Transaction,
  hash: Buffer,
): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'verification-token-owner',
    text: `SELECT users.* FROM users JOIN verification_tokens ON user_id = users.id
           WHERE token_hash = $1 FOR UPDATE OF users`,
    values: [hash],
  });
  return rows[0] ?? null;
}

/** True for one caller only, while the token is the newest of its user and not too old. */
export async function deleteVerificationToken(tx: Transaction, hash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'verification-token-use',
    text: 'DELETE FROM verification_tokens WHERE token_hash = $1 AND expires_at > now()',
    values: [hash],
  });
  return rowCount === 1;
}
