import type { PageTexts } from '@cairn/contracts/http/hunts.ts';
import type { HuntFilter } from '@cairn/contracts/http/staff-hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { PAGE_TEXTS_OF_HUNT } from './hunts.store.ts';

/** The fields for staff, in addition to the public product. */
export type StaffHuntRow = PageTexts & {
  id: string;
  intro: string;
  bonusPerPurchaseCents: number;
  completedAt: Date | null;
  cancelledAt: Date | null;
  cancellationReason: string | null;
  committedAt: Date | null;
  hasTreasureCode: boolean;
  hasStash: boolean;
  /** The admin for whom a code was generated that is not acknowledged. */
  codeGeneratedFor: string | null;
  createdAt: Date;
  editVersion: number;
  editedBy: string | null;
  editedAt: Date | null;
};

const SELECT_STAFF_HUNTS = `
  SELECT h.id, ${PAGE_TEXTS_OF_HUNT}, h.intro, h.bonus_per_purchase_cents AS "bonusPerPurchaseCents",
         h.completed_at AS "completedAt", h.cancelled_at AS "cancelledAt",
         h.cancellation_reason AS "cancellationReason", h.created_at AS "createdAt",
         h.edit_version AS "editVersion", h.edited_by AS "editedBy", h.edited_at AS "editedAt",
         c.committed_at AS "committedAt", c.hunt_id IS NOT NULL AS "hasTreasureCode",
         EXISTS (SELECT FROM stashes s WHERE s.hunt_id = h.id) AS "hasStash",
         (SELECT k.admin_id FROM idempotency_keys k
          WHERE k.sealed_for = h.id::text AND k.sealed_fields IS NOT NULL) AS "codeGeneratedFor"
  FROM hunts h LEFT JOIN treasure_codes c ON c.hunt_id = h.id`;

const LIST_STAFF_HUNT_ROWS = statement(
  'catalog.listStaffHuntRows',
  `${SELECT_STAFF_HUNTS} WHERE h.id = ANY($1::uuid[])`,
);

/** In any order. */
export async function listStaffHuntRows(db: Database, ids: string[]): Promise<StaffHuntRow[]> {
  return LIST_STAFF_HUNT_ROWS.all(db, [ids]);
}

/** Hunts are few, so that any part of a title may match. */
export const HUNT_MATCHES = `($1::text = '' OR status = $1)
  AND ($2::text = '' OR title ILIKE $3 OR handle ILIKE $3 OR id::text = $2)`;

const COUNT_HUNTS = statement(
  'catalog.countHunts',
  `SELECT count(*)::int FROM (SELECT FROM hunts WHERE ${HUNT_MATCHES} LIMIT $4) found`,
);

/** Counts up to `max` rows. */
export async function countHunts(db: Database, filter: HuntFilter, max: number): Promise<number> {
  const row = await COUNT_HUNTS.one(db, [...huntConditions(filter), max]);
  return row.count;
}

export function huntConditions({ status, search }: HuntFilter) {
  return [status, search, `%${search.replace(/[\\%_]/g, '\\$&')}%`] as const;
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
