import type { Transaction } from '@cairn/postgres/pool.ts';

export type Place = {
  purchaseId: string;
  userId: string;
  productId: string;
  isHeld: boolean;
  version: number;
};

/** A refund may come before its purchase: the highest version wins. */
export async function upsertPlace(tx: Transaction, place: Place): Promise<void> {
  await tx.query(
    `INSERT INTO places (purchase_id, user_id, product_id, is_held, version)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (purchase_id) DO UPDATE
       SET is_held = excluded.is_held, version = excluded.version
       WHERE places.version < excluded.version`,
    [place.purchaseId, place.userId, place.productId, place.isHeld, place.version],
  );
}

/** Brings the preference in line with whether any place of the user in that hunt is held. */
export async function updateMembership(
  tx: Transaction,
  { userId, productId }: Pick<Place, 'userId' | 'productId'>,
): Promise<void> {
  await tx.query(
    `UPDATE alert_preferences SET is_member = EXISTS
       (SELECT FROM places WHERE user_id = $1 AND product_id = $2 AND is_held)
     WHERE user_id = $1 AND product_id = $2`,
    [userId, productId],
  );
}

export async function deletePlaces(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM places WHERE user_id = $1', [userId]);
}
