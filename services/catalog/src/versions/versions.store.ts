import type { ClueTexts, HuntTexts } from '@cairn/contracts/http/text-versions.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const SET_EDITOR = statement(
  'catalog.setEditor',
  `SELECT set_config('cairn.admin_id', $1, true) AS value`,
);

/** Names the admin of this transaction's changes; triggers write it to `edited_by` and `text_versions`. */
export async function setEditor(tx: Transaction, adminId: string): Promise<void> {
  await SET_EDITOR.execute(tx, [adminId]);
}

export type VersionRow<Texts> = {
  version: number;
  texts: Texts;
  adminId: string | null;
  createdAt: Date;
};

const LIMIT = 100;

const LIST_HUNT_VERSION_ROWS = statement(
  'catalog.listHuntVersionRows',
  `SELECT version, texts, admin_id AS "adminId", created_at AS "createdAt" FROM text_versions
   WHERE hunt_id::text = $1 AND clue_id IS NULL
   ORDER BY version DESC LIMIT ${LIMIT}`,
);

/** The newest first; null without the hunt. The id may be any text. */
export async function listHuntVersionRows(
  db: Database,
  huntId: string,
): Promise<VersionRow<HuntTexts>[]> {
  return LIST_HUNT_VERSION_ROWS.all(db, [huntId]);
}

const LIST_CLUE_VERSION_ROWS = statement(
  'catalog.listClueVersionRows',
  `SELECT v.version, v.admin_id AS "adminId", v.created_at AS "createdAt",
          CASE WHEN c.publish_at <= now() AND h.status NOT IN ('draft', 'upcoming')
               THEN v.texts END AS texts
   FROM text_versions v JOIN clues c ON c.id = v.clue_id JOIN hunts h ON h.id = c.hunt_id
   WHERE v.hunt_id::text = $1 AND v.clue_id::text = $2
   ORDER BY v.version DESC LIMIT ${LIMIT}`,
);

/** The newest first. Texts leave the database after the release only. The ids may be any text. */
export async function listClueVersionRows(
  db: Database,
  { huntId, clueId }: { huntId: string; clueId: string },
): Promise<VersionRow<ClueTexts | null>[]> {
  return LIST_CLUE_VERSION_ROWS.all(db, [huntId, clueId]);
}

const ANONYMISE_VERSIONS = statement(
  'catalog.anonymiseVersions',
  'UPDATE text_versions SET admin_id = NULL WHERE admin_id = $1',
);

/** Keeps the versions, without their admin. */
export async function anonymiseVersions(tx: Transaction, userId: string): Promise<void> {
  await ANONYMISE_VERSIONS.execute(tx, [userId]);
}
