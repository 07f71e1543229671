import {
  getStaffHuntReport,
  publishHuntReport,
  saveHuntReport,
  unpublishHuntReport,
} from '@cairn/contracts/http/hunt-reports.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { getReport, publishReport, unpublishReport, writeReport } from './hunt-reports.service.ts';

/** The back office's routes for the winner's story and the solutions. */
export function addHuntReportRoutes(routes: StaffRoutes, dependencies: StaffDependencies): void {
  const { pool, logger } = dependencies;
  routes.add(getStaffHuntReport, ({ params }) => getReport(pool, params.id));
  routes.addStaffAct(saveHuntReport, async (tx, call) => {
    const { params, body, identity, ifMatch, afterCommit } = call;
    const act = { adminId: identity.userId, huntId: params.id };
    const report = await writeReport(dependencies, tx, { ...act, texts: body, ifMatch });
    afterCommit(() => logger.info(act, 'hunt_report.changed'));
    return report;
  });
  routes.addStaffAct(publishHuntReport, async (tx, { params, identity, ifMatch, afterCommit }) => {
    const act = { adminId: identity.userId, huntId: params.id };
    const report = await publishReport(dependencies, tx, { ...act, ifMatch });
    afterCommit(() => logger.info(act, 'hunt_report.published'));
    return report;
  });
  routes.addStaffAct(unpublishHuntReport, async (tx, { params, identity, afterCommit }) => {
    const act = { adminId: identity.userId, huntId: params.id };
    const report = await unpublishReport(dependencies, tx, act);
    afterCommit(() => logger.info(act, 'hunt_report.unpublished'));
    return report;
  });
}
