import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** Serialises staff actions on hunts, so that no two use the same handle or stash code. */
export async function lockStaffActs(tx: Transaction): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('catalog:staff-acts', 0))");
}

/** The fields for staff, in addition to the public product. */
export type StaffHuntRow = {
  id: string;
  story: string;
  intro: string;
  rules: string;
  bonus_per_purchase_cents: number;
  completed_at: Date | null;
  cancelled_at: Date | null;
  cancellation_reason: string | null;
  committed_at: Date | null;
  has_treasure_code: boolean;
  has_stash: boolean;
  /** The admin for whom a code was generated that is not acknowledged. */
  code_generated_for: string | null;
  created_at: Date;
  edit_version: number;
  edited_by: string | null;
  edited_at: Date | null;
};

const SELECT_STAFF_HUNTS = `
  SELECT h.id, h.story, h.intro, h.rules, h.bonus_per_purchase_cents, h.completed_at, h.cancelled_at,
         h.cancellation_reason, h.created_at, h.edit_version, h.edited_by, h.edited_at,
         c.committed_at, c.hunt_id IS NOT NULL AS has_treasure_code,
         EXISTS (SELECT FROM stashes s WHERE s.hunt_id = h.id) AS has_stash,
         (SELECT k.admin_id FROM idempotency_keys k
          WHERE k.sealed_for = h.id::text AND k.sealed_fields IS NOT NULL) AS code_generated_for
  FROM hunts h LEFT JOIN treasure_codes c ON c.hunt_id = h.id`;

/** Without an order: the list of products has one. */
export async function listStaffHuntRows(db: Database): Promise<StaffHuntRow[]> {
  const { rows } = await db.query<StaffHuntRow>({
    name: 'staff-hunts-list',
    text: SELECT_STAFF_HUNTS,
  });
  return rows;
}

/** The id may be any text. */
export async function findStaffHuntRow(db: Database, id: string): Promise<StaffHuntRow | null> {
  const { rows } = await db.query<StaffHuntRow>({
    name: 'staff-hunts-find',
    text: `${SELECT_STAFF_HUNTS} WHERE h.id::text = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Seconds for which a generated code of a hunt that can still be won waits; 0 where none does. */
export async function readOldestUnacknowledgedCode(db: Database): Promise<number> {
  const { rows } = await db.query<{ age: number }>(
    `SELECT coalesce(extract(epoch FROM now() - min(k.created_at)), 0)::float AS age
     FROM idempotency_keys k JOIN hunts h ON h.id::text = k.sealed_for
     WHERE k.sealed_fields IS NOT NULL AND h.status IN ('draft', 'upcoming', 'active')`,
  );
  return rows[0]?.age ?? 0;
}

/** The columns that staff may change. */
export type HuntColumns = {
  handle: string;
  title: string;
  region: string;
  description: string;
  story: string;
  intro: string;
  rules: string;
  priceCents: number;
  baseValueCents: number;
  bonusPerPurchaseCents: number;
  hiddenAt: Date | null;
  searchArea: Product['search_area'];
  images: Product['images'];
};

/** At most ten: a circle that staff move often would fill the map. */
const PREVIOUS_AREAS = `
  CASE WHEN status = 'active' AND search_area - 'caption' IS DISTINCT FROM $12::jsonb - 'caption'
              AND jsonb_typeof(search_area) = 'object'
       THEN jsonb_path_query_array(
              previous_areas || jsonb_build_array(search_area - 'caption'), '$[last - 9 to last]')
       ELSE previous_areas END`;

/** An active hunt keeps its earlier circles. False if another hunt has the handle. */
export async function updateHuntColumns(
  tx: Transaction,
  huntId: string,
  hunt: HuntColumns,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE hunts
     SET handle = $2, title = $3, region = $4, description = $5, intro = $6, rules = $7,
         price_cents = $8, base_value_cents = $9, bonus_per_purchase_cents = $10, hidden_at = $11,
         search_area = $12, previous_areas = ${PREVIOUS_AREAS}, images = $13, story = $14
     WHERE id = $1 AND NOT EXISTS (SELECT FROM hunts o WHERE o.handle = $2 AND o.id <> $1)`,
    [
      huntId,
      hunt.handle,
      hunt.title,
      hunt.region,
      hunt.description,
      hunt.intro,
      hunt.rules,
      hunt.priceCents,
      hunt.baseValueCents,
      hunt.bonusPerPurchaseCents,
      hunt.hiddenAt,
      hunt.searchArea,
      JSON.stringify(hunt.images),
      hunt.story,
    ],
  );
  return rowCount === 1;
}

/** Makes a draft public. */
export async function setHuntUpcoming(tx: Transaction, huntId: string): Promise<void> {
  await tx.query(`UPDATE hunts SET status = 'upcoming' WHERE id = $1 AND status = 'draft'`, [
    huntId,
  ]);
}

/** Sets the hiding time to now unless staff have set one. */
export async function setHuntOpen(tx: Transaction, huntId: string): Promise<void> {
  await tx.query(
    `UPDATE hunts SET status = 'active', hidden_at = coalesce(hidden_at, now())
     WHERE id = $1 AND status IN ('draft', 'upcoming')`,
    [huntId],
  );
}

export async function setHuntCancelled(
  tx: Transaction,
  huntId: string,
  reason: string,
): Promise<void> {
  await tx.query(
    `UPDATE hunts SET status = 'cancelled', cancelled_at = now(), cancellation_reason = $2
     WHERE id = $1 AND status IN ('upcoming', 'active')`,
    [huntId, reason],
  );
}
