import { exportPurchases, listPurchases } from '@cairn/contracts/http/staff-purchases.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { StaffPurchases } from './staff-purchases.service.ts';

export function addStaffPurchaseRoutes(routes: Routes, purchases: StaffPurchases): void {
  routes.add(listPurchases, ({ query }) => purchases.list(query));
  routes.add(exportPurchases, ({ query, identity }) =>
    purchases.exportPart(identity.userId, query),
  );
}
