import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import { type Owner, STAFF_CALLS, type StaffRoute } from './staff-calls.ts';

/** Hands calls on to whoever holds the rule; the owner also writes down who acted. */
export function addForwarding(routes: Routes, clients: Record<Owner, ServiceClient>): void {
  for (const owner of Object.keys(STAFF_CALLS) as Owner[]) {
    const { acts, queries } = STAFF_CALLS[owner];
    for (const route of acts) forwardAct(routes, clients[owner], route);
    for (const route of queries) forwardQuery(routes, clients[owner], route);
  }
}

function forwardAct(routes: Routes, owner: ServiceClient, route: StaffRoute): void {
  const internal = asStaffAct(route);
  routes.add(route, ({ params, query, body, identity }) =>
    owner.call(internal, { params, query, body: { adminId: identity.userId, command: body } }),
  );
}

function forwardQuery(routes: Routes, owner: ServiceClient, route: StaffRoute): void {
  const internal = asStaffQuery(route);
  routes.add(route, ({ params, query, body }) => owner.call(internal, { params, query, body }));
}
