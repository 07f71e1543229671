import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const INSERT_CLAIM_PURCHASES = statement(
  'catalog.insertClaimPurchases',
  `INSERT INTO claim_purchases (claim_id, purchase_id, bonus_cents)
   SELECT $1, purchase_id, bonus_cents FROM memberships
   WHERE hunt_id = $2 AND status = 'completed' AND bonus_cents IS NOT NULL`,
);

/** Records which purchases are part of the frozen prize: those completed when the claim wins. */
export async function insertClaimPurchases(
  tx: Transaction,
  { claimId, huntId }: { claimId: string; huntId: string },
): Promise<void> {
  await INSERT_CLAIM_PURCHASES.execute(tx, [claimId, huntId]);
}

const FIX_REVERSED_PURCHASES = statement(
  'catalog.fixReversedPurchases',
  `UPDATE claim_purchases p SET reversed_as = m.status FROM memberships m
   WHERE p.claim_id = $1 AND m.purchase_id = p.purchase_id AND m.status <> 'completed'`,
);

/** Fixes the payable prize: later refunds and disputes no longer change it. */
export async function fixReversedPurchases(tx: Transaction, claimId: string): Promise<void> {
  await FIX_REVERSED_PURCHASES.execute(tx, [claimId]);
}

export type ReversedPurchaseRow = {
  claimId: string;
  purchaseId: string;
  status: 'refunded' | 'disputed';
  bonusCents: number;
};

const LIST_REVERSED_PURCHASES = statement(
  'catalog.listReversedPurchases',
  `SELECT p.claim_id AS "claimId", p.purchase_id AS "purchaseId", p.bonus_cents AS "bonusCents",
          CASE WHEN c.state = 'open' THEN m.status ELSE p.reversed_as END AS "status!"
   FROM claim_purchases p
   JOIN claims c ON c.id = p.claim_id
   JOIN memberships m ON m.purchase_id = p.purchase_id
   WHERE p.claim_id = ANY($1)
     AND CASE WHEN c.state = 'open' THEN m.status <> 'completed'
              ELSE p.reversed_as IS NOT NULL END
   ORDER BY m.changed_at, p.purchase_id`,
);

/** The purchases that `prize_payable` leaves out, of these claims. */
export async function listReversedPurchases(
  db: Database,
  claimIds: string[],
): Promise<ReversedPurchaseRow[]> {
  return LIST_REVERSED_PURCHASES.all(db, [claimIds]);
}
