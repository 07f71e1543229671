import { exportReleasePlan, listReleasePlan } from '@cairn/contracts/http/release-plan.ts';
import {
  createClue as createClueRoute,
  deleteClue as deleteClueRoute,
  listStaffClues,
  previewClue,
  updateClue as updateClueRoute,
} from '@cairn/contracts/http/staff-hunts.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { exportPlan, listPlan } from './release-plan.service.ts';
import { createClue, deleteClue, listCluesForStaff, updateClue } from './staff-clues.service.ts';

/** The back office's routes for clues and updates. */
export function addStaffClueRoutes(routes: StaffRoutes, dependencies: StaffDependencies): void {
  const { pool, logger, onRelease } = dependencies;
  routes.add(listStaffClues, async ({ params }) => ({
    clues: await listCluesForStaff(pool, params.id),
  }));
  routes.addStaffAct(createClueRoute, async (tx, { params, body, identity, afterCommit }) => {
    const act = { adminId: identity.userId, huntId: params.id };
    const clue = await createClue(dependencies, tx, { ...act, command: body });
    afterCommit(() => {
      logger.info({ ...act, clueId: clue.id }, 'clue.created');
      onRelease();
    });
    return clue;
  });
  routes.addStaffAct(updateClueRoute, async (tx, call) => {
    const { params, body, identity, ifMatch, afterCommit } = call;
    const act = { adminId: identity.userId, huntId: params.id, clueId: params.clueId };
    const clue = await updateClue(dependencies, tx, { ...act, command: body, ifMatch });
    afterCommit(() => {
      logger.info(act, 'clue.changed');
      onRelease();
    });
    return clue;
  });
  routes.addStaffAct(deleteClueRoute, async (tx, { params, identity, afterCommit }) => {
    const act = { adminId: identity.userId, huntId: params.id, clueId: params.clueId };
    await deleteClue(dependencies, tx, act);
    afterCommit(() => logger.info(act, 'clue.deleted'));
    return { message: 'Deleted.' };
  });
  routes.add(previewClue, async ({ body }) => ({
    body_html: sanitiseHtml(body.body_html),
  }));
  routes.add(listReleasePlan, ({ query }) => listPlan(pool, query));
  routes.add(exportReleasePlan, ({ query, identity }) =>
    exportPlan(dependencies, identity.userId, query),
  );
}
