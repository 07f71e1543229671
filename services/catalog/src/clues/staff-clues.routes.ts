import {
  createClue as createClueRoute,
  deleteClue as deleteClueRoute,
  listReleasePlan,
  listStaffClues,
  previewClue,
  updateClue as updateClueRoute,
} from '@cairn/contracts/http/staff-hunts.ts';
import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import type { Foundation } from '@cairn/events/foundation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import type { StaffDependencies } from '../staff/staff-acts.ts';
import { presentPlanned } from './staff-clues.presenter.ts';
import { createClue, deleteClue, listCluesForStaff, updateClue } from './staff-clues.service.ts';
import { listPlannedRows } from './staff-clues.store.ts';

/** What the back office asks of the owner of clues and updates. */
export function createStaffClueRoutes(context: Foundation & StaffDependencies): Routes {
  const { createRoutes, pool } = context;
  const routes = createRoutes();
  routes.add(asStaffQuery(listStaffClues), async ({ params }) => ({
    clues: await listCluesForStaff(pool, params.id),
  }));
  routes.add(asStaffAct(createClueRoute), ({ params, body }) =>
    createClue(context, { ...body, huntId: params.id }),
  );
  routes.add(asStaffAct(updateClueRoute), ({ params, body }) =>
    updateClue(context, { ...body, huntId: params.id, clueId: params.clueId }),
  );
  routes.add(asStaffAct(deleteClueRoute), async ({ params, body: { adminId } }) => {
    await deleteClue(context, { adminId, huntId: params.id, clueId: params.clueId });
    return { message: 'Deleted.' };
  });
  routes.add(asStaffQuery(previewClue), async ({ body }) => ({
    body_html: sanitiseHtml(body.body_html),
  }));
  routes.add(asStaffQuery(listReleasePlan), async () => ({
    releases: (await listPlannedRows(pool)).map(presentPlanned),
  }));
  return routes;
}
