import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type FormDraftRow = { form: string; content: Record<string, unknown>; savedAt: Date };

const KEPT = "interval '30 days'";

const LIST_DRAFTS = statement(
  'admin.listDrafts',
  `SELECT form, content, saved_at AS "savedAt" FROM form_drafts
   WHERE admin_id = $1 AND saved_at > now() - ${KEPT}
   ORDER BY saved_at DESC`,
);

export async function listDrafts(db: Database, adminId: string): Promise<FormDraftRow[]> {
  return LIST_DRAFTS.all(db, [adminId]);
}

const SAVE_DRAFT = statement(
  'admin.saveDraft',
  `INSERT INTO form_drafts (admin_id, form, content) VALUES ($1, $2, $3)
   ON CONFLICT (admin_id, form)
   DO UPDATE SET content = excluded.content, saved_at = excluded.saved_at
   RETURNING saved_at AS "savedAt"`,
);

/** Requires `isErased` before it, in the same transaction. */
export async function saveDraft(
  tx: Transaction,
  { adminId, form, content }: { adminId: string; form: string; content: Record<string, unknown> },
): Promise<Date> {
  const row = await SAVE_DRAFT.one(tx, [adminId, form, JSON.stringify(content)]);
  return row.savedAt;
}

const DELETE_DRAFT = statement(
  'admin.deleteDraft',
  'DELETE FROM form_drafts WHERE admin_id = $1 AND form = $2',
);

export async function deleteDraft(db: Database, adminId: string, form: string): Promise<void> {
  await DELETE_DRAFT.execute(db, [adminId, form]);
}

const DELETE_DRAFTS_OF = statement(
  'admin.deleteDraftsOf',
  'DELETE FROM form_drafts WHERE admin_id = $1',
);

export async function deleteDraftsOf(tx: Transaction, userId: string): Promise<void> {
  await DELETE_DRAFTS_OF.execute(tx, [userId]);
}

const DELETE_OLD_DRAFTS = statement(
  'admin.deleteOldDrafts',
  `DELETE FROM form_drafts WHERE (admin_id, form) IN (
     SELECT admin_id, form FROM form_drafts WHERE saved_at < now() - ${KEPT}
     ORDER BY saved_at LIMIT $1)`,
);

export async function deleteOldDrafts(db: Database, limit: number): Promise<number> {
  return DELETE_OLD_DRAFTS.execute(db, [limit]);
}
