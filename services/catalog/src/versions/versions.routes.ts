import { listClueVersions, listHuntVersions } from '@cairn/contracts/http/text-versions.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { listClueVersionRows, listHuntVersionRows, type VersionRow } from './versions.store.ts';

/** The back office's routes for earlier texts. Every hunt and clue has a first version. */
export function addVersionRoutes(routes: Routes, pool: Pool): void {
  routes.add(listHuntVersions, async ({ params }) => ({
    versions: present(await listHuntVersionRows(pool, params.id)),
  }));
  routes.add(listClueVersions, async ({ params }) => ({
    versions: present(
      await listClueVersionRows(pool, { huntId: params.id, clueId: params.clueId }),
    ),
  }));
}

function present<Texts>(rows: VersionRow<Texts>[]) {
  if (rows.length === 0) throw new NotFoundError();
  return rows.map(({ adminId, createdAt, ...row }) => ({
    ...row,
    admin_id: adminId,
    created_at: createdAt.toISOString(),
  }));
}
