import {
  createClue as createClueRoute,
  deleteClue as deleteClueRoute,
  listReleasePlan,
  listStaffClues,
  previewClue,
  updateClue as updateClueRoute,
} from '@cairn/contracts/http/staff-hunts.ts';
import type { Foundation } from '@cairn/events/foundation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import type { StaffDependencies } from '../staff/staff-dependencies.ts';
import { presentPlanned } from './staff-clues.presenter.ts';
import { createClue, deleteClue, listCluesForStaff, updateClue } from './staff-clues.service.ts';
import { listPlannedRows } from './staff-clues.store.ts';

/** What the back office asks of the owner of clues and updates. */
export function createStaffClueRoutes(context: Foundation & StaffDependencies): Routes {
  const { createRoutes, pool } = context;
  const routes = createRoutes();
  routes.add(listStaffClues, async ({ params }) => ({
    clues: await listCluesForStaff(pool, params.id),
  }));
  routes.add(createClueRoute, ({ params, body, identity }) =>
    createClue(context, { adminId: identity.userId, huntId: params.id, command: body }),
  );
  routes.add(updateClueRoute, ({ params, body, identity }) =>
    updateClue(context, {
      adminId: identity.userId,
      huntId: params.id,
      clueId: params.clueId,
      command: body,
    }),
  );
  routes.add(deleteClueRoute, async ({ params, identity }) => {
    await deleteClue(context, {
      adminId: identity.userId,
      huntId: params.id,
      clueId: params.clueId,
    });
    return { message: 'Deleted.' };
  });
  routes.add(previewClue, async ({ body }) => ({
    body_html: sanitiseHtml(body.body_html),
  }));
  routes.add(listReleasePlan, async () => ({
    releases: (await listPlannedRows(pool)).map(presentPlanned),
  }));
  return routes;
}
