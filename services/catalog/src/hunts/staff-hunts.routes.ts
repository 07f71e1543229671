import {
  createHunt as createHuntRoute,
  getStaffHunt,
  listStaffHunts,
  updateHunt as updateHuntRoute,
} from '@cairn/contracts/http/staff-hunts.ts';
import type { Foundation } from '@cairn/events/foundation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { StaffDependencies } from '../staff/staff-dependencies.ts';
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
  routes.add(listStaffHunts, async () => ({ hunts: await listHuntsForStaff(pool) }));
  routes.add(getStaffHunt, ({ params }) => getHuntForStaff(pool, params.id));
  routes.add(createHuntRoute, ({ body, identity }) =>
    createHunt(context, { adminId: identity.userId, command: body }),
  );
  routes.add(updateHuntRoute, ({ params, body, identity }) =>
    updateHunt(context, { adminId: identity.userId, huntId: params.id, command: body }),
  );
  return routes;
}
