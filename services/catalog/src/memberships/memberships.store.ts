import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { Membership } from './membership.ts';

export async function findMembership(db: Database, purchaseId: string): Promise<Membership | null> {
  const { rows } = await db.query<Membership>({
    name: 'membership-find',
    text: `SELECT purchase_id AS "purchaseId", hunt_id AS "huntId", user_id AS "userId", status,
                  bonus_cents AS "bonusCents", version
           FROM memberships WHERE purchase_id = $1`,
    values: [purchaseId],
  });
  return rows[0] ?? null;
}

export async function saveMembership(tx: Transaction, membership: Membership): Promise<void> {
  await tx.query({
    name: 'membership-save',
    text: `INSERT INTO memberships (purchase_id, hunt_id, user_id, status, bonus_cents, version)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (purchase_id) DO UPDATE
           SET status = excluded.status, bonus_cents = excluded.bonus_cents,
               version = excluded.version, changed_at = now()`,
    values: [
      membership.purchaseId,
      membership.huntId,
      membership.userId,
      membership.status,
      membership.bonusCents,
      membership.version,
    ],
  });
}

/** The prize keeps what was paid into it, and forgets who paid. */
export async function anonymiseMemberships(tx: Transaction, userId: string): Promise<void> {
  await tx.query({
    name: 'memberships-anonymise',
    text: 'UPDATE memberships SET user_id = NULL WHERE user_id = $1',
    values: [userId],
  });
}

export type MembershipOfUser = {
  product_id: string;
  handle: string;
  title: string;
  status: Membership['status'];
  joined_at: Date;
};

export async function listMembershipsOfUser(
  db: Database,
  userId: string,
): Promise<MembershipOfUser[]> {
  const { rows } = await db.query<MembershipOfUser>({
    name: 'memberships-of-user',
    text: `SELECT hunt_id AS product_id, handle, title, m.status, m.created_at AS joined_at
           FROM memberships m JOIN hunts h ON h.id = m.hunt_id
           WHERE user_id = $1 ORDER BY m.created_at, purchase_id`,
    values: [userId],
  });
  return rows;
}
