import {
  createHunt as createHuntRoute,
  getStaffHunt,
  listStaffHunts,
  updateHunt as updateHuntRoute,
} from '@cairn/contracts/http/staff-hunts.ts';
import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import type { Foundation } from '@cairn/events/foundation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { StaffDependencies } from '../staff/staff-acts.ts';
import {
  createHunt,
  getHuntForStaff,
  listHuntsForStaff,
  updateHunt,
} from './staff-hunts.service.ts';

/** What the back office asks of the owner of hunts. */
export function createStaffHuntRoutes(context: Foundation & StaffDependencies): Routes {
  const { createRoutes, pool } = context;
  const routes = createRoutes();
  routes.add(asStaffQuery(listStaffHunts), async () => ({ hunts: await listHuntsForStaff(pool) }));
  routes.add(asStaffQuery(getStaffHunt), ({ params }) => getHuntForStaff(pool, params.id));
  routes.add(asStaffAct(createHuntRoute), ({ body }) => createHunt(context, body));
  routes.add(asStaffAct(updateHuntRoute), ({ params, body }) =>
    updateHunt(context, { ...body, huntId: params.id }),
  );
  return routes;
}
