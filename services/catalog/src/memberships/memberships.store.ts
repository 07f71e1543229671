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

/** Purchases of a hunt within this time after its last publication share the next one. */
const PUBLICATION_INTERVAL = "interval '2 seconds'";

// The lock waits for concurrent transactions of the hunt; the later parts write its newest row.
const UPSERT_MEMBERSHIP = statement(
  'catalog.upsertMembership',
  `WITH hunt AS (
     SELECT id, $3?::text IS NULL OR is_erased($3) AS is_erased,
       coalesce(product_published_at > clock_timestamp() - ${PUBLICATION_INTERVAL}, false) AS is_recent
     FROM hunts WHERE id::text = $2 FOR NO KEY UPDATE),
   changed AS (
     INSERT INTO memberships AS known
       (purchase_id, hunt_id, user_id, status, bonus_cents, version)
     SELECT $1, id, CASE WHEN NOT is_erased THEN $3 END, $4, $5?::integer, $6::integer FROM hunt
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
     UPDATE hunts SET product_due_at = product_published_at + ${PUBLICATION_INTERVAL}
     WHERE id IN (SELECT hunt_id FROM changed) AND product_due_at IS NULL
       AND EXISTS (SELECT FROM hunt WHERE is_recent))
   SELECT (SELECT hunt_id FROM changed) AS "changedHuntId?", is_recent AS "isProductDue!" FROM hunt`,
);

export type MembershipChange = {
  /** Null where nothing changed. */
  changedHuntId: string | null;
  /** The hunt's product is due soon; otherwise it is to be published now. */
  isProductDue: boolean;
};

/**
 * Locks the hunt until the transaction ends, and blocks the erasure of the user; an erased user is
 * stored as null. The highest version sets the status, in whatever order the events arrive; hunt and
 * user stay. A change soon after the last publication of the hunt's product makes it due. Null without
 * the hunt, whose id may be any text.
 */
export async function upsertMembership(
  tx: Transaction,
  membership: Membership,
): Promise<MembershipChange | null> {
  return UPSERT_MEMBERSHIP.first(tx, [
    membership.purchaseId,
    membership.huntId,
    membership.userId,
    membership.status,
    membership.bonusCents,
    membership.version,
  ]);
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
