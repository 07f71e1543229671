import type {
  HuntData,
  HuntStatus,
  Product,
  StaffHuntStatus,
} from '@cairn/contracts/http/hunts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** Locks the hunt until the transaction ends; false without one. The id may be any text. */
export async function lockHunt(tx: Transaction, huntId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hunts-lock',
    text: 'SELECT 1 FROM hunts WHERE id::text = $1 FOR NO KEY UPDATE',
    values: [huntId],
  });
  return rowCount === 1;
}

/** For a product that is published in this transaction. */
export async function increaseVersion(tx: Transaction, huntId: string): Promise<void> {
  await tx.query({
    name: 'hunts-increase-version',
    text: `UPDATE hunts SET version = version + 1, product_published_at = clock_timestamp(),
             product_due_at = NULL
           WHERE id = $1`,
    values: [huntId],
  });
}

export type HuntRow = {
  id: string;
  handle: string;
  title: string;
  region: string;
  status: HuntStatus;
  intro: string;
  rules: string;
  hidden_at: Date | null;
  completed_at: Date | null;
  search_area: HuntData['search_area'];
};

/** Null also for a draft. `is_member`: the user has at least one completed purchase of the hunt. */
export async function findHuntForUser(
  db: Database,
  handle: string,
  userId: string,
): Promise<(HuntRow & { is_member: boolean }) | null> {
  const { rows } = await db.query({
    name: 'hunts-for-user',
    text: `SELECT id, handle, title, region, status, intro, rules, hidden_at, completed_at, search_area,
                  EXISTS (SELECT FROM memberships m
                          WHERE m.hunt_id = h.id AND m.user_id = $2 AND m.status = 'completed'
                  ) AS is_member
           FROM hunts h WHERE handle = $1 AND status <> 'draft'`,
    values: [handle, userId],
  });
  return rows[0] ?? null;
}

export type NewHunt = {
  handle: string;
  title: string;
  region: string;
  description: string;
  intro: string;
  /** One rule a line. */
  rules: string;
  status: Exclude<StaffHuntStatus, 'complete' | 'cancelled'>;
  priceCents: number;
  currency: string;
  baseValueCents: number;
  bonusPerPurchaseCents: number;
  hiddenAt: Date | null;
  searchArea: HuntData['search_area'];
  images: Product['images'];
  /** Null: last. */
  position: number | null;
};

/** Returns the id, or null if the handle is taken. */
export async function insertHunt(tx: Transaction, hunt: NewHunt): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO hunts (handle, title, region, description, intro, rules, status, price_cents, currency,
                        base_value_cents, bonus_per_purchase_cents, hidden_at, search_area, images, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
             coalesce($15, (SELECT coalesce(max(position), 0) + 1 FROM hunts)))
     ON CONFLICT (handle) DO NOTHING RETURNING id`,
    [
      hunt.handle,
      hunt.title,
      hunt.region,
      hunt.description,
      hunt.intro,
      hunt.rules,
      hunt.status,
      hunt.priceCents,
      hunt.currency,
      hunt.baseValueCents,
      hunt.bonusPerPurchaseCents,
      hunt.hiddenAt,
      hunt.searchArea,
      JSON.stringify(hunt.images),
      hunt.position,
    ],
  );
  return rows[0]?.id ?? null;
}
