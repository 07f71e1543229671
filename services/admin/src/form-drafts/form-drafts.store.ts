import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type FormDraftRow = { form: string; content: Record<string, unknown>; saved_at: Date };

const KEPT = "interval '30 days'";

export async function listDrafts(db: Database, adminId: string): Promise<FormDraftRow[]> {
  const { rows } = await db.query<FormDraftRow>({
    name: 'form-drafts-list',
    text: `SELECT form, content, saved_at FROM form_drafts
           WHERE admin_id = $1 AND saved_at > now() - ${KEPT}
           ORDER BY saved_at DESC`,
    values: [adminId],
  });
  return rows;
}

/** Requires `isErased` before it, in the same transaction. */
export async function saveDraft(
  tx: Transaction,
  draft: { adminId: string; form: string; content: Record<string, unknown> },
): Promise<Date> {
  const { rows } = await tx.query<{ saved_at: Date }>({
    name: 'form-drafts-save',
    text: `INSERT INTO form_drafts (admin_id, form, content) VALUES ($1, $2, $3)
           ON CONFLICT (admin_id, form)
           DO UPDATE SET content = excluded.content, saved_at = excluded.saved_at
           RETURNING saved_at`,
    values: [draft.adminId, draft.form, draft.content],
  });
  return rows[0]?.saved_at ?? new Date();
}

export async function deleteDraft(db: Database, adminId: string, form: string): Promise<void> {
  await db.query({
    name: 'form-drafts-delete',
    text: 'DELETE FROM form_drafts WHERE admin_id = $1 AND form = $2',
    values: [adminId, form],
  });
}

export async function deleteDraftsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query({
    name: 'form-drafts-erase',
    text: 'DELETE FROM form_drafts WHERE admin_id = $1',
    values: [userId],
  });
}

export async function deleteOldDrafts(db: Database, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'form-drafts-purge',
    text: `DELETE FROM form_drafts WHERE (admin_id, form) IN (
             SELECT admin_id, form FROM form_drafts WHERE saved_at < now() - ${KEPT}
             ORDER BY saved_at LIMIT $1)`,
    values: [limit],
  });
  return rowCount ?? 0;
}
