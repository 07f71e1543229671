import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type UserProduct = {
  purchaseId: string;
  userId: string;
  productId: string;
  status: 'held' | 'disputed' | 'refunded';
  version: number;
};

const UPSERT_USER_PRODUCT = statement(
  'auth.upsertUserProduct',
  `INSERT INTO user_products AS known (purchase_id, user_id, product_id, status, version)
   SELECT $1, $2::uuid, $3, $4, $5 WHERE NOT is_erased($2::text)
   ON CONFLICT (purchase_id) DO UPDATE SET
     version = excluded.version, status = excluded.status
   WHERE known.version < excluded.version`,
);

/**
 * Keeps the highest version of a purchase; events may arrive in any order. Writes nothing for an erased
 * user, and blocks the erasure until the transaction ends.
 */
export async function upsertUserProduct(tx: Transaction, product: UserProduct): Promise<void> {
  await UPSERT_USER_PRODUCT.execute(tx, [
    product.purchaseId,
    product.userId,
    product.productId,
    product.status,
    product.version,
  ]);
}

const DELETE_USER_PRODUCTS = statement(
  'auth.deleteUserProducts',
  'DELETE FROM user_products WHERE user_id = $1',
);

export async function deleteUserProducts(tx: Transaction, userId: string): Promise<void> {
  await DELETE_USER_PRODUCTS.execute(tx, [userId]);
}
