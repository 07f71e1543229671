import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type Membership = {
  purchaseId: string;
  userId: string;
  productId: string;
  grantsMembership: boolean;
  version: number;
};

const UPSERT_MEMBERSHIP = statement(
  'notification.upsertMembership',
  `INSERT INTO places (purchase_id, user_id, product_id, is_held, version)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (purchase_id) DO UPDATE
     SET is_held = excluded.is_held, version = excluded.version
     WHERE places.version < excluded.version`,
);

/** The highest version wins, since a refund may arrive before its purchase. */
export async function upsertMembership(tx: Transaction, membership: Membership): Promise<void> {
  await UPSERT_MEMBERSHIP.execute(tx, [
    membership.purchaseId,
    membership.userId,
    membership.productId,
    membership.grantsMembership,
    membership.version,
  ]);
}

// The parts read the state before the statement, so the new row is considered by itself.
const INSERT_MEMBERSHIP_AND_PREFERENCE = statement(
  'notification.insertMembershipAndPreference',
  `WITH place AS (
     INSERT INTO places (purchase_id, user_id, product_id, is_held, version)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (purchase_id) DO UPDATE
       SET is_held = excluded.is_held, version = excluded.version
       WHERE places.version < excluded.version
     RETURNING purchase_id, is_held)
   INSERT INTO alert_preferences
     (user_id, product_id, product_title, region, handle, joined_at, is_member)
   SELECT $2, $3, $6, $7, $8, $9,
     EXISTS (SELECT FROM place WHERE is_held)
     OR EXISTS (SELECT FROM places p WHERE p.user_id = $2 AND p.product_id = $3 AND p.is_held
                AND p.purchase_id NOT IN (SELECT purchase_id FROM place))
   ON CONFLICT (user_id, product_id) DO UPDATE SET is_member = excluded.is_member`,
);

/**
 * As `upsertMembership` and `updatePreferenceMembership`, for `purchase.recorded`: inserts the
 * preference if there is none, with email alerts on and SMS alerts off.
 */
export async function insertMembershipAndPreference(
  tx: Transaction,
  membership: Membership & {
    productTitle: string;
    region: string;
    handle: string;
    recordedAt: string;
  },
): Promise<void> {
  await INSERT_MEMBERSHIP_AND_PREFERENCE.execute(tx, [
    membership.purchaseId,
    membership.userId,
    membership.productId,
    membership.grantsMembership,
    membership.version,
    membership.productTitle,
    membership.region,
    membership.handle,
    membership.recordedAt,
  ]);
}

const UPDATE_PREFERENCE_MEMBERSHIP = statement(
  'notification.updatePreferenceMembership',
  `UPDATE alert_preferences SET is_member = EXISTS
     (SELECT FROM places WHERE user_id = $1 AND product_id = $2 AND is_held)
   WHERE user_id = $1 AND product_id = $2`,
);

/** Sets `is_member` of the preference: whether any purchase of the user grants membership in the hunt. */
export async function updatePreferenceMembership(
  tx: Transaction,
  { userId, productId }: Pick<Membership, 'userId' | 'productId'>,
): Promise<void> {
  await UPDATE_PREFERENCE_MEMBERSHIP.execute(tx, [userId, productId]);
}

const DELETE_MEMBERSHIPS = statement(
  'notification.deleteMemberships',
  'DELETE FROM places WHERE user_id = $1',
);

export async function deleteMemberships(tx: Transaction, userId: string): Promise<void> {
  await DELETE_MEMBERSHIPS.execute(tx, [userId]);
}
