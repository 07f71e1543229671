import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const LOCK_STAFF_ACTS = statement(
  'catalog.lockStaffActs',
  "SELECT pg_advisory_xact_lock(hashtextextended('catalog:staff-acts', 0))",
);

/** Serialises staff actions on hunts, so that no two use the same handle or stash code. */
export async function lockStaffActs(tx: Transaction): Promise<void> {
  await LOCK_STAFF_ACTS.execute(tx);
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

const LIST_STAFF_HUNT_ROWS = statement('catalog.listStaffHuntRows', SELECT_STAFF_HUNTS);

/** Without an order: the list of products has one. */
export async function listStaffHuntRows(db: Database): Promise<StaffHuntRow[]> {
  return LIST_STAFF_HUNT_ROWS.all(db);
}

const FIND_STAFF_HUNT_ROW = statement(
  'catalog.findStaffHuntRow',
  `${SELECT_STAFF_HUNTS} WHERE h.id::text = $1`,
);

/** The id may be any text. */
export async function findStaffHuntRow(db: Database, id: string): Promise<StaffHuntRow | null> {
  return FIND_STAFF_HUNT_ROW.first(db, [id]);
}

const READ_OLDEST_UNACKNOWLEDGED_CODE = statement(
  'catalog.readOldestUnacknowledgedCode',
  `SELECT coalesce(extract(epoch FROM now() - min(k.created_at)), 0)::float AS age
   FROM idempotency_keys k JOIN hunts h ON h.id::text = k.sealed_for
   WHERE k.sealed_fields IS NOT NULL AND h.status IN ('draft', 'upcoming', 'active')`,
);

/** Seconds for which a generated code of a hunt that can still be won waits; 0 where none does. */
export async function readOldestUnacknowledgedCode(db: Database): Promise<number> {
  const row = await READ_OLDEST_UNACKNOWLEDGED_CODE.first(db);
  return row?.age ?? 0;
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

const UPDATE_HUNT_COLUMNS = statement(
  'catalog.updateHuntColumns',
  `UPDATE hunts
   SET handle = $2, title = $3, region = $4, description = $5, intro = $6, rules = $7,
       price_cents = $8, base_value_cents = $9, bonus_per_purchase_cents = $10, hidden_at = $11?,
       search_area = $12?, previous_areas = ${PREVIOUS_AREAS}, images = $13, story = $14
   WHERE id = $1 AND NOT EXISTS (SELECT FROM hunts o WHERE o.handle = $2 AND o.id <> $1)`,
);

/** An active hunt keeps its earlier circles. False if another hunt has the handle. */
export async function updateHuntColumns(
  tx: Transaction,
  huntId: string,
  hunt: HuntColumns,
): Promise<boolean> {
  const count = await UPDATE_HUNT_COLUMNS.execute(tx, [
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
    hunt.searchArea && JSON.stringify(hunt.searchArea),
    JSON.stringify(hunt.images),
    hunt.story,
  ]);
  return count === 1;
}

const SET_HUNT_UPCOMING = statement(
  'catalog.setHuntUpcoming',
  `UPDATE hunts SET status = 'upcoming' WHERE id = $1 AND status = 'draft'`,
);

/** Makes a draft public. */
export async function setHuntUpcoming(tx: Transaction, huntId: string): Promise<void> {
  await SET_HUNT_UPCOMING.execute(tx, [huntId]);
}

const SET_HUNT_OPEN = statement(
  'catalog.setHuntOpen',
  `UPDATE hunts SET status = 'active', hidden_at = coalesce(hidden_at, now())
   WHERE id = $1 AND status IN ('draft', 'upcoming')`,
);

/** Sets the hiding time to now unless staff have set one. */
export async function setHuntOpen(tx: Transaction, huntId: string): Promise<void> {
  await SET_HUNT_OPEN.execute(tx, [huntId]);
}

const SET_HUNT_CANCELLED = statement(
  'catalog.setHuntCancelled',
  `UPDATE hunts SET status = 'cancelled', cancelled_at = now(), cancellation_reason = $2
   WHERE id = $1 AND status IN ('upcoming', 'active')`,
);

export async function setHuntCancelled(
  tx: Transaction,
  huntId: string,
  reason: string,
): Promise<void> {
  await SET_HUNT_CANCELLED.execute(tx, [huntId, reason]);
}
