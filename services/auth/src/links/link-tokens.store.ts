import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { USER_COLUMNS, type UserRow } from '../users/users.store.ts';

export type LinkPurpose = 'verification' | 'password_reset';

const UPSERT_LINK_TOKEN = statement(
  'auth.upsertLinkToken',
  `INSERT INTO link_tokens (user_id, purpose, token_hash, expires_at)
   VALUES ($1, $2, $3, $4)
   ON CONFLICT (user_id, purpose) DO UPDATE
   SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

/** Replaces an older token of the same purpose, which becomes invalid. */
export async function upsertLinkToken(
  tx: Transaction,
  token: { userId: string; purpose: LinkPurpose; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await UPSERT_LINK_TOKEN.execute(tx, [token.userId, token.purpose, token.hash, token.expiresAt]);
}

const FIND_TOKEN_OWNER_FOR_UPDATE = statement(
  'auth.findTokenOwnerForUpdate',
  `SELECT ${USER_COLUMNS} FROM users JOIN link_tokens ON user_id = users.id
   WHERE token_hash = $1 AND purpose = $2 FOR UPDATE OF users`,
);

/** Locks the user before the token, in the same order as sign-up, to avoid a deadlock. */
export async function findTokenOwnerForUpdate(
  tx: Transaction,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<UserRow | null> {
  return FIND_TOKEN_OWNER_FOR_UPDATE.first(tx, [hash, purpose]);
}

const DELETE_LINK_TOKEN = statement(
  'auth.deleteLinkToken',
  'DELETE FROM link_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()',
);

/** True for exactly one caller, if the token is the user's newest and has not expired. */
export async function deleteLinkToken(
  tx: Transaction,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<boolean> {
  return (await DELETE_LINK_TOKEN.execute(tx, [hash, purpose])) === 1;
}

const HAS_LINK_TOKEN = statement(
  'auth.hasLinkToken',
  'SELECT FROM link_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()',
);

export async function hasLinkToken(
  db: Database,
  purpose: LinkPurpose,
  hash: Buffer,
): Promise<boolean> {
  return (await HAS_LINK_TOKEN.execute(db, [hash, purpose])) === 1;
}

const DELETE_LINK_TOKENS_OF_USER = statement(
  'auth.deleteLinkTokensOfUser',
  'DELETE FROM link_tokens WHERE user_id = $1',
);

export async function deleteLinkTokensOfUser(tx: Transaction, userId: string): Promise<void> {
  await DELETE_LINK_TOKENS_OF_USER.execute(tx, [userId]);
}
