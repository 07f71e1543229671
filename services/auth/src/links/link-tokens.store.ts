import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { UserRow } from '../users/users.store.ts';

export type LinkPurpose = 'verification' | 'password_reset';

/** Replaces an older token of the same purpose, which becomes invalid. */
export async function upsertLinkToken(
  tx: Transaction,
  token: { userId: string; purpose: LinkPurpose; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.query({
    name: 'link-token-upsert',
    text: `INSERT INTO link_tokens (user_id, purpose, token_hash, expires_at)
           VALUES ($1, $2, $3, $4)
           ON CONFLICT (user_id, purpose) DO UPDATE
           SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    values: [token.userId, token.purpose, token.hash, token.expiresAt],
  });
}

/** Locks the user before the token, in the same order as sign-up, to avoid a deadlock. */
export async function findTokenOwnerForUpdate(
  tx: Transaction,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<UserRow | null> {
  const { rows } = await tx.query({
    name: 'link-token-owner',
    text: `SELECT users.* FROM users JOIN link_tokens ON user_id = users.id
           WHERE token_hash = $1 AND purpose = $2 FOR UPDATE OF users`,
    values: [hash, purpose],
  });
  return rows[0] ?? null;
}

/** True for exactly one caller, if the token is the user's newest and has not expired. */
export async function deleteLinkToken(
  tx: Transaction,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'link-token-use',
    text: 'DELETE FROM link_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()',
    values: [hash, purpose],
  });
  return rowCount === 1;
}

export async function hasLinkToken(
  db: Database,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'link-token-exists',
    text: 'SELECT 1 FROM link_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()',
    values: [hash, purpose],
  });
  return rowCount === 1;
}

export async function deleteLinkTokensOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query({
    name: 'link-tokens-of-user-delete',
    text: 'DELETE FROM link_tokens WHERE user_id = $1',
    values: [userId],
  });
}
