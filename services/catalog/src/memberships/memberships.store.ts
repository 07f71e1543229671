import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type MembershipStatus = 'completed' | 'refunded' | 'disputed';

export type Membership = {
  purchaseId: string;
  huntId: string;
  /** Null for a deleted user: the purchase still counts for the prize. */
  userId: string | null;
  status: MembershipStatus;
  /** What the purchase adds to the prize; null where only events of an earlier release have come. */
  bonusCents: number | null;
  version: number;
};

const FIND_MEMBERSHIP = statement(
  'catalog.findMembership',
  `SELECT purchase_id AS "purchaseId", hunt_id AS "huntId", user_id AS "userId", status,
          bonus_cents AS "bonusCents", version
   FROM memberships WHERE purchase_id = $1`,
);

export async function findMembership(db: Database, purchaseId: string): Promise<Membership | null> {
  return FIND_MEMBERSHIP.first(db, [purchaseId]);
}

const LOCK_HUNT_OF_MEMBERSHIP = statement(
  'catalog.lockHuntOfMembership',
  `SELECT $1?::text IS NULL OR is_erased($1) AS "isErased!",
     coalesce(product_published_at > clock_timestamp() - interval '1 second', false)
       AS "isRecentlyPublished"
   FROM hunts WHERE id::text = $2 FOR NO KEY UPDATE`,
);

/**
 * Locks the hunt until the transaction ends, and blocks the erasure of the user. Null without the
 * hunt, whose id may be any text. `isErased` is true without a user.
 */
export async function lockHuntOfMembership(
  tx: Transaction,
  { userId, huntId }: Pick<Membership, 'userId' | 'huntId'>,
): Promise<{ isErased: boolean; isRecentlyPublished: boolean } | null> {
  return LOCK_HUNT_OF_MEMBERSHIP.first(tx, [userId, huntId]);
}

const UPSERT_MEMBERSHIP = statement(
  'catalog.upsertMembership',
  `WITH changed AS (
     INSERT INTO memberships AS known
       (purchase_id, hunt_id, user_id, status, bonus_cents, version)
     VALUES ($1, $2, $3?, $4, $5?, $6)
     ON CONFLICT (purchase_id) DO UPDATE
     SET status = CASE WHEN excluded.version > known.version
                  THEN excluded.status ELSE known.status END,
         version = greatest(known.version, excluded.version),
         bonus_cents = coalesce(known.bonus_cents, excluded.bonus_cents),
         changed_at = now()
     WHERE excluded.version > known.version
        OR (known.bonus_cents IS NULL AND excluded.bonus_cents IS NOT NULL)
     RETURNING hunt_id),
   due AS (
     UPDATE hunts SET product_due_at = product_published_at + interval '1 second'
     WHERE $7 AND id IN (SELECT hunt_id FROM changed) AND product_due_at IS NULL)
   SELECT hunt_id AS "huntId" FROM changed`,
);

/**
 * The highest version sets the status, in whatever order the events arrive; hunt and user stay.
 * Returns the hunt's id where something changed, otherwise null. With `isProductDue`, a change makes
 * the hunt's product due a second after its last publication.
 */
export async function upsertMembership(
  tx: Transaction,
  membership: Membership,
  { isProductDue } = { isProductDue: false },
): Promise<string | null> {
  const row = await UPSERT_MEMBERSHIP.first(tx, [
    membership.purchaseId,
    membership.huntId,
    membership.userId,
    membership.status,
    membership.bonusCents,
    membership.version,
    isProductDue,
  ]);
  return row?.huntId ?? null;
}

const ANONYMISE_MEMBERSHIPS = statement(
  'catalog.anonymiseMemberships',
  'UPDATE memberships SET user_id = NULL WHERE user_id = $1',
);

/** Keeps the purchases for the prize, without their user. */
export async function anonymiseMemberships(tx: Transaction, userId: string): Promise<void> {
  await ANONYMISE_MEMBERSHIPS.execute(tx, [userId]);
}

export type MembershipOfUser = {
  productId: string;
  handle: string;
  title: string;
  status: Membership['status'];
  joinedAt: Date;
};

const LIST_MEMBERSHIPS_OF_USER = statement(
  'catalog.listMembershipsOfUser',
  `SELECT hunt_id AS "productId", handle, title, m.status, m.created_at AS "joinedAt"
   FROM memberships m JOIN hunts h ON h.id = m.hunt_id
   WHERE user_id = $1 ORDER BY m.created_at, purchase_id`,
);

export async function listMembershipsOfUser(
  db: Database,
  userId: string,
): Promise<MembershipOfUser[]> {
  return LIST_MEMBERSHIPS_OF_USER.all(db, [userId]);
}
