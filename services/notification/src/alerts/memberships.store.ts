import type { Transaction } from '@cairn/postgres/pool.ts';

export type Membership = {
  purchaseId: string;
  userId: string;
  productId: string;
  grantsMembership: boolean;
  version: number;
};

/** The highest version wins, since a refund may arrive before its purchase. */
export async function upsertMembership(tx: Transaction, membership: Membership): Promise<void> {
  await tx.query(
    `INSERT INTO places (purchase_id, user_id, product_id, is_held, version)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (purchase_id) DO UPDATE
       SET is_held = excluded.is_held, version = excluded.version
       WHERE places.version < excluded.version`,
    [
      membership.purchaseId,
      membership.userId,
      membership.productId,
      membership.grantsMembership,
      membership.version,
    ],
  );
}

/** Sets `is_member` of the preference: whether any purchase of the user grants membership in the hunt. */
export async function updatePreferenceMembership(
  tx: Transaction,
  { userId, productId }: Pick<Membership, 'userId' | 'productId'>,
): Promise<void> {
  await tx.query(
    `UPDATE alert_preferences SET is_member = EXISTS
       (SELECT FROM places WHERE user_id = $1 AND product_id = $2 AND is_held)
     WHERE user_id = $1 AND product_id = $2`,
    [userId, productId],
  );
}

export async function deleteMemberships(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM places WHERE user_id = $1', [userId]);
}
