import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { Channel, SuppressionCause } from './suppression.ts';

export type NewSuppression = {
  addressHash: Buffer;
  channel: Channel;
  cause: SuppressionCause;
  userId: string | null;
};

/** Whoever is suppressed already stays so since then. True where it is new. */
export async function insertSuppression(
  tx: Transaction,
  { addressHash, channel, cause, userId }: NewSuppression,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO suppressions (address_hash, channel, cause, user_id)
     VALUES ($1, $2, $3, $4) ON CONFLICT (address_hash, channel, cause) DO NOTHING`,
    [addressHash, channel, cause, userId],
  );
  return rowCount === 1;
}

export type SuppressionRow = {
  address_hash: Buffer;
  channel: Channel;
  cause: SuppressionCause;
  since: Date;
};

/** Everything that holds for these addresses on a channel, in one question. */
export async function listSuppressions(
  db: Database,
  channel: Channel,
  addressHashes: readonly Buffer[],
): Promise<SuppressionRow[]> {
  const { rows } = await db.query(
    `SELECT address_hash, channel, cause, since FROM suppressions
     WHERE channel = $1 AND address_hash = ANY($2::bytea[]) ORDER BY since, cause`,
    [channel, addressHashes],
  );
  return rows;
}

/** Takes back those of the given causes; returns which there were. */
export async function deleteSuppressions(
  tx: Transaction,
  { addressHash, channel }: Pick<NewSuppression, 'addressHash' | 'channel'>,
  causes: readonly SuppressionCause[],
): Promise<SuppressionCause[]> {
  const { rows } = await tx.query(
    `DELETE FROM suppressions
     WHERE address_hash = $1 AND channel = $2 AND cause = ANY($3::text[]) RETURNING cause`,
    [addressHash, channel, causes],
  );
  return rows.map(({ cause }) => cause);
}

/** What a user wished for goes with them, so that their address can begin afresh. */
export async function deleteWishesOf(
  tx: Transaction,
  userId: string,
  addressHashes: readonly Buffer[],
): Promise<void> {
  await tx.query(
    `DELETE FROM suppressions WHERE cause IN ('unsubscribe', 'stop')
       AND (user_id = $1 OR address_hash = ANY($2::bytea[]))`,
    [userId, addressHashes],
  );
}

export async function forgetOwnerOfSuppressions(tx: Transaction, userId: string): Promise<void> {
  await tx.query('UPDATE suppressions SET user_id = NULL WHERE user_id = $1', [userId]);
}
