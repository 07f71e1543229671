import type { Transaction } from '@cairn/postgres/pool.ts';

export type UserProduct = {
  purchaseId: string;
  userId: string;
  productId: string;
  status: 'held' | 'disputed' | 'refunded';
  version: number;
};

/**
 * Keeps the highest version of a purchase; events may arrive in any order. Writes nothing for an erased
 * user, and blocks the erasure until the transaction ends.
 */
export async function upsertUserProduct(tx: Transaction, product: UserProduct): Promise<void> {
  await tx.query({
    name: 'user-product-upsert',
    text: `INSERT INTO user_products AS known (purchase_id, user_id, product_id, status, version)
           SELECT $1, $2::uuid, $3, $4, $5 WHERE NOT is_erased($2::text)
           ON CONFLICT (purchase_id) DO UPDATE SET
             version = excluded.version, status = excluded.status
           WHERE known.version < excluded.version`,
    values: [
      product.purchaseId,
      product.userId,
      product.productId,
      product.status,
      product.version,
    ],
  });
}

export async function deleteUserProducts(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM user_products WHERE user_id = $1', [userId]);
}
