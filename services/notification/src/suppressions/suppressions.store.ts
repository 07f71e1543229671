import type { MessageKind } from '@cairn/contracts/http/alerts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Channel, Suppression, SuppressionCause } from './suppression.ts';

export type NewSuppression = {
  addressHash: Buffer;
  channel: Channel;
  cause: SuppressionCause;
  /** Null or missing: the default kinds of the cause. */
  kinds?: readonly MessageKind[] | null;
  userId: string | null;
};

const INSERT_SUPPRESSION = statement(
  'notification.insertSuppression',
  `INSERT INTO suppressions (address_hash, channel, cause, user_id, kinds)
   VALUES ($1, $2, $3, $4?, $5?)
   ON CONFLICT (address_hash, channel, cause) DO UPDATE
     SET kinds = CASE WHEN excluded.kinds IS NOT NULL THEN suppressions.kinds || excluded.kinds END
     WHERE suppressions.kinds IS NOT NULL
       AND NOT coalesce(suppressions.kinds @> excluded.kinds, false)`,
);

/** Adds the kinds to a row of the same cause, whose date stays. Returns true if anything changed. */
export async function insertSuppression(
  tx: Transaction,
  { addressHash, channel, cause, kinds = null, userId }: NewSuppression,
): Promise<boolean> {
  return (await INSERT_SUPPRESSION.execute(tx, [addressHash, channel, cause, userId, kinds])) === 1;
}

export type SuppressionRow = Suppression & {
  addressHash: Buffer;
  channel: Channel;
  since: Date;
};

const LIST_SUPPRESSIONS = statement(
  'notification.listSuppressions',
  `SELECT address_hash AS "addressHash", channel, cause, kinds, since FROM suppressions
   WHERE channel = $1 AND address_hash = ANY($2::bytea[]) ORDER BY since, cause`,
);

/** All suppressions of these addresses on a channel, in one query. */
export async function listSuppressions(
  db: Database,
  channel: Channel,
  addressHashes: readonly Buffer[],
): Promise<SuppressionRow[]> {
  return LIST_SUPPRESSIONS.all(db, [channel, addressHashes]);
}

const DELETE_SUPPRESSIONS = statement(
  'notification.deleteSuppressions',
  `DELETE FROM suppressions
   WHERE address_hash = $1 AND channel = $2 AND cause = ANY($3::text[]) RETURNING cause`,
);

/** Deletes the suppressions with these causes; returns the deleted causes. */
export async function deleteSuppressions(
  tx: Transaction,
  { addressHash, channel }: Pick<NewSuppression, 'addressHash' | 'channel'>,
  causes: readonly SuppressionCause[],
): Promise<SuppressionCause[]> {
  const rows = await DELETE_SUPPRESSIONS.all(tx, [addressHash, channel, causes]);
  return rows.map(({ cause }) => cause);
}

const DELETE_PREFERENCES_OF = statement(
  'notification.deletePreferencesOf',
  `DELETE FROM suppressions WHERE cause IN ('unsubscribe', 'stop')
   AND (user_id = $1 OR address_hash = ANY($2::bytea[]))`,
);

/** Deletes the user's own choices, so that a new account with the address starts without them. */
export async function deletePreferencesOf(
  tx: Transaction,
  userId: string,
  addressHashes: readonly Buffer[],
): Promise<void> {
  await DELETE_PREFERENCES_OF.execute(tx, [userId, addressHashes]);
}

const CLEAR_OWNER_OF_SUPPRESSIONS = statement(
  'notification.clearOwnerOfSuppressions',
  'UPDATE suppressions SET user_id = NULL WHERE user_id = $1',
);

export async function clearOwnerOfSuppressions(tx: Transaction, userId: string): Promise<void> {
  await CLEAR_OWNER_OF_SUPPRESSIONS.execute(tx, [userId]);
}
