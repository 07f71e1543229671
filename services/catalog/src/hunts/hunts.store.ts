import type { HuntData, PageTexts, Product, StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const LOCK_HUNT = statement(
  'catalog.lockHunt',
  'SELECT FROM hunts WHERE id::text = $1 FOR NO KEY UPDATE',
);

/** Locks the hunt until the transaction ends; false without one. The id may be any text. */
export async function lockHunt(tx: Transaction, huntId: string): Promise<boolean> {
  return (await LOCK_HUNT.execute(tx, [huntId])) === 1;
}

const INCREASE_VERSION = statement(
  'catalog.increaseVersion',
  `UPDATE hunts SET version = version + 1, product_published_at = clock_timestamp(),
     product_due_at = NULL
   WHERE id = $1`,
);

/** For a product that is published in this transaction. */
export async function increaseVersion(tx: Transaction, huntId: string): Promise<void> {
  await INCREASE_VERSION.execute(tx, [huntId]);
}

const INCREASE_VERSIONS_OF_DUE = statement(
  'catalog.increaseVersionsOfDue',
  `WITH due AS (
     SELECT id FROM hunts WHERE product_due_at <= clock_timestamp()
     ORDER BY product_due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
   UPDATE hunts SET version = version + 1, product_published_at = clock_timestamp(),
     product_due_at = NULL
   WHERE id IN (SELECT id FROM due) RETURNING id`,
);

/**
 * As `increaseVersion`, for up to `limit` hunts whose products are due. Locks them until the
 * transaction ends, and returns their ids.
 */
export async function increaseVersionsOfDue(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await INCREASE_VERSIONS_OF_DUE.all(tx, [limit]);
  return rows.map(({ id }) => id);
}

/** Of the hunt `h`. */
export const PAGE_TEXTS_OF_HUNT = 'h.story, h.rules';

/** A text that is left out is empty. */
export type NewHunt = Partial<PageTexts> & {
  handle: string;
  title: string;
  region: string;
  description: string;
  /** For members. */
  intro: string;
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

const INSERT_HUNT = statement(
  'catalog.insertHunt',
  `INSERT INTO hunts (handle, title, region, description, intro, rules, status, price_cents, currency,
                      base_value_cents, bonus_per_purchase_cents, hidden_at, search_area, images, story, position)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12?, $13?, $14,
           $15, coalesce($16?, (SELECT coalesce(max(position), 0) + 1 FROM hunts)))
   ON CONFLICT (handle) DO NOTHING RETURNING id`,
);

/** Returns the id, or null if the handle is taken. */
export async function insertHunt(tx: Transaction, hunt: NewHunt): Promise<string | null> {
  const row = await INSERT_HUNT.first(tx, [
    hunt.handle,
    hunt.title,
    hunt.region,
    hunt.description,
    hunt.intro,
    hunt.rules ?? '',
    hunt.status,
    hunt.priceCents,
    hunt.currency,
    hunt.baseValueCents,
    hunt.bonusPerPurchaseCents,
    hunt.hiddenAt,
    hunt.searchArea && JSON.stringify(hunt.searchArea),
    JSON.stringify(hunt.images),
    hunt.story ?? '',
    hunt.position,
  ]);
  return row?.id ?? null;
}

const LOCK_STAFF_ACTS = statement(
  'catalog.lockStaffActs',
  "SELECT pg_advisory_xact_lock(hashtextextended('catalog:staff-acts', 0))",
);

/** Serialises staff actions on hunts, so that no two use the same handle or stash code. */
export async function lockStaffActs(tx: Transaction): Promise<void> {
  await LOCK_STAFF_ACTS.execute(tx);
}

/** The columns that staff may change. */
export type HuntColumns = PageTexts & {
  handle: string;
  title: string;
  region: string;
  description: string;
  intro: string;
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

const COMPLETE_HUNT = statement(
  'catalog.completeHunt',
  `UPDATE hunts SET status = 'complete', completed_at = now(), frozen_bonus_cents = (
     SELECT coalesce(sum(bonus_cents), 0) FROM memberships
     WHERE hunt_id = $1 AND status = 'completed')
   WHERE id = $1 AND status = 'active' AND EXISTS
     (SELECT FROM treasure_codes WHERE hunt_id = $1 AND code_hmac = $2)
   RETURNING completed_at AS "completedAt"`,
);

/**
 * Decides who wins: the hunt must be active and its current code must match. Freezes the prize. Null
 * for every claim but the first.
 */
export async function completeHunt(
  tx: Transaction,
  { huntId, codeHmac }: { huntId: string; codeHmac: Buffer },
): Promise<Date | null> {
  const row = await COMPLETE_HUNT.first(tx, [huntId, codeHmac]);
  return row?.completedAt ?? null;
}

const REOPEN_HUNT = statement(
  'catalog.reopenHunt',
  `UPDATE hunts SET status = 'active', completed_at = NULL, frozen_bonus_cents = NULL
   WHERE id = $1`,
);

/** Makes the hunt active again and unfreezes its prize. */
export async function reopenHunt(tx: Transaction, huntId: string): Promise<void> {
  await REOPEN_HUNT.execute(tx, [huntId]);
}

const ANONYMISE_HUNT_EDITORS = statement(
  'catalog.anonymiseHuntEditors',
  'UPDATE hunts SET edited_by = NULL WHERE edited_by = $1',
);

export async function anonymiseHuntEditors(tx: Transaction, userId: string): Promise<void> {
  await ANONYMISE_HUNT_EDITORS.execute(tx, [userId]);
}
