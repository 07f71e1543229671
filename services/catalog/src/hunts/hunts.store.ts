import type {
  HuntData,
  HuntStatus,
  Product,
  StaffHuntStatus,
} from '@cairn/contracts/http/hunts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { ALL_CLUES_OF_HUNT, RELEASES_OF_HUNT, type Releases } from './clues.store.ts';
import { PUBLISHED_REPORT_OF_HUNT, type PublishedReport } from './published-report.store.ts';

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

export type HuntRow<Status extends StaffHuntStatus = HuntStatus> = {
  id: string;
  handle: string;
  title: string;
  region: string;
  status: Status;
  intro: string;
  rules: string;
  hidden_at: Date | null;
  completed_at: Date | null;
  search_area: HuntData['search_area'];
  report: PublishedReport | null;
};

export type HuntReader = { handle: string; userId: string; isAdmin: boolean };

export type HuntForReaders = HuntRow & {
  /** Places of readers in the list, from 1: admins, and those with a completed purchase of the hunt. */
  allowed: number[];
  /** The other readers that ask for the hunt. */
  refused: number[];
  /** Null if no reader is allowed. */
  releases: Releases | null;
};

const FIND_HUNTS_FOR_READERS = statement(
  'catalog.findHuntsForReaders',
  `SELECT h.id, handle, title, region, h.status, intro, rules, hidden_at, completed_at,
          search_area, a.allowed AS "allowed!", a.refused AS "refused!", r.released AS "released?",
          r.next_release_at, ${PUBLISHED_REPORT_OF_HUNT} AS "report?"
   FROM hunts h
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(place) FILTER (WHERE may_read), '{}') AS allowed,
            coalesce(array_agg(place) FILTER (WHERE NOT may_read), '{}') AS refused
     FROM (
       SELECT asked.place::integer AS place,
              asked.is_admin OR EXISTS (
                SELECT FROM memberships m
                WHERE m.hunt_id = h.id AND m.user_id = asked.user_id AND m.status = 'completed'
              ) AS may_read
       FROM unnest($1::text[], $2::text[], $3::boolean[]) WITH ORDINALITY
              AS asked (handle, user_id, is_admin, place)
       WHERE asked.handle = h.handle
     ) readers
   ) a
   LEFT JOIN LATERAL (${RELEASES_OF_HUNT}) r ON cardinality(a.allowed) > 0
   WHERE handle = ANY ($1) AND h.status <> 'draft'`,
);

/**
 * The hunts that the readers ask for, except drafts, each once. One statement, so that all of it uses the
 * same time.
 */
export async function findHuntsForReaders(
  db: Database,
  readers: readonly HuntReader[],
): Promise<HuntForReaders[]> {
  const rows = await FIND_HUNTS_FOR_READERS.all(db, [
    readers.map(({ handle }) => handle),
    readers.map(({ userId }) => userId),
    readers.map(({ isAdmin }) => isAdmin),
  ]);
  return rows.map(({ released, next_release_at, ...hunt }) => ({
    ...hunt,
    releases: released && { released, next_release_at },
  }));
}

const findForStaffView = (releases: string) =>
  `SELECT h.id, handle, title, region, h.status, intro, rules, hidden_at, completed_at,
     search_area, r.released AS "released!", r.next_release_at,
     ${PUBLISHED_REPORT_OF_HUNT} AS "report?"
   FROM hunts h CROSS JOIN LATERAL (${releases}) r WHERE h.id::text = $1`;

const FIND_FOR_STAFF_VIEW = {
  released: statement('catalog.findReleasedForStaffView', findForStaffView(RELEASES_OF_HUNT)),
  written: statement('catalog.findWrittenForStaffView', findForStaffView(ALL_CLUES_OF_HUNT)),
};

/** For staff, also a draft. The id may be any text. */
export async function findHuntForStaffView(
  db: Database,
  huntId: string,
  show: 'released' | 'written',
): Promise<(HuntRow<StaffHuntStatus> & { releases: Releases }) | null> {
  const row = await FIND_FOR_STAFF_VIEW[show].first(db, [huntId]);
  if (!row) return null;
  const { released, next_release_at, ...hunt } = row;
  return { ...hunt, releases: { released, next_release_at } };
}

export type NewHunt = {
  handle: string;
  title: string;
  region: string;
  description: string;
  /** Public; `intro` is for members. */
  story: string;
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
    hunt.rules,
    hunt.status,
    hunt.priceCents,
    hunt.currency,
    hunt.baseValueCents,
    hunt.bonusPerPurchaseCents,
    hunt.hiddenAt,
    hunt.searchArea && JSON.stringify(hunt.searchArea),
    JSON.stringify(hunt.images),
    hunt.story,
    hunt.position,
  ]);
  return row?.id ?? null;
}
