import type { Database, Transaction } from '@cairn/postgres/pool.ts';

/** Names the admin of this transaction's changes; triggers write it to `edited_by` and `text_versions`. */
export async function setEditor(tx: Transaction, adminId: string): Promise<void> {
  await tx.query({
    name: 'versions-set-editor',
    text: "SELECT set_config('cairn.admin_id', $1, true)",
    values: [adminId],
  });
}

export type VersionRow<Texts> = {
  version: number;
  texts: Texts;
  admin_id: string | null;
  created_at: Date;
};

const LIMIT = 100;

/** The newest first; null without the hunt. The id may be any text. */
export async function listHuntVersionRows<Texts>(
  db: Database,
  huntId: string,
): Promise<VersionRow<Texts>[]> {
  const { rows } = await db.query({
    name: 'versions-of-hunt',
    text: `SELECT version, texts, admin_id, created_at FROM text_versions
           WHERE hunt_id::text = $1 AND clue_id IS NULL
           ORDER BY version DESC LIMIT ${LIMIT}`,
    values: [huntId],
  });
  return rows;
}

/** The newest first. Texts leave the database after the release only. The ids may be any text. */
export async function listClueVersionRows<Texts>(
  db: Database,
  { huntId, clueId }: { huntId: string; clueId: string },
): Promise<VersionRow<Texts | null>[]> {
  const { rows } = await db.query({
    name: 'versions-of-clue',
    text: `SELECT v.version, v.admin_id, v.created_at,
                  CASE WHEN c.publish_at <= now() AND h.status NOT IN ('draft', 'upcoming')
                       THEN v.texts END AS texts
           FROM text_versions v JOIN clues c ON c.id = v.clue_id JOIN hunts h ON h.id = c.hunt_id
           WHERE v.hunt_id::text = $1 AND v.clue_id::text = $2
           ORDER BY v.version DESC LIMIT ${LIMIT}`,
    values: [huntId, clueId],
  });
  return rows;
}

/** Keeps the versions, without their admin. */
export async function anonymiseEditors(tx: Transaction, userId: string): Promise<void> {
  await tx.query({
    name: 'versions-anonymise',
    text: `WITH edited_hunts AS (UPDATE hunts SET edited_by = NULL WHERE edited_by = $1),
             edited_clues AS (UPDATE clues SET edited_by = NULL WHERE edited_by = $1)
           UPDATE text_versions SET admin_id = NULL WHERE admin_id = $1`,
    values: [userId],
  });
}
