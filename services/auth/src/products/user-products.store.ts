import type { Transaction } from '@cairn/postgres/pool.ts';

export type UserProduct = {
  purchaseId: string;
  userId: string;
  productId: string;
  status: 'held' | 'disputed' | 'refunded';
  version: number;
};

/**
 * The highest version of a purchase wins, and money that went back stays back: whatever the order
 * of the events, the row ends the same.
 */
export async function upsertUserProduct(tx: Transaction, product: UserProduct): Promise<void> {
  await tx.query({
    name: 'user-product-upsert',
    text: `INSERT INTO user_products AS known (purchase_id, user_id, product_id, status, version)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (purchase_id) DO UPDATE SET
             version = greatest(known.version, excluded.version),
             status = CASE
               WHEN 'refunded' IN (known.status, excluded.status) THEN 'refunded'
               WHEN known.version < excluded.version THEN excluded.status
               ELSE known.status
             END`,
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
