import {
  deleteFormDraft,
  listFormDrafts,
  saveFormDraft,
} from '@cairn/contracts/http/form-drafts.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { UnauthenticatedError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { deleteDraft, listDrafts, saveDraft } from './form-drafts.store.ts';

/** Each admin sees their own drafts only. A draft is not a staff act, so it is not recorded. */
export function addFormDraftRoutes(routes: Routes, pool: Pool): void {
  routes.add(listFormDrafts, async ({ identity }) => ({
    drafts: (await listDrafts(pool, identity.userId)).map(({ savedAt, ...draft }) => ({
      ...draft,
      saved_at: savedAt.toISOString(),
    })),
  }));

  routes.add(saveFormDraft, async ({ params: { form }, body: { content }, identity }) => {
    const adminId = identity.userId;
    const savedAt = await inTransaction(pool, async (tx) => {
      if (await isErased(tx, adminId)) throw new UnauthenticatedError();
      return saveDraft(tx, { adminId, form, content });
    });
    return { form, saved_at: savedAt.toISOString() };
  });

  routes.add(deleteFormDraft, async ({ params: { form }, identity }) => {
    await deleteDraft(pool, identity.userId, form);
    return { form };
  });
}
