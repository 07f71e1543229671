import { exportPurchases, listPurchases } from '@cairn/contracts/http/staff-purchases.ts';
import { MAX_SEARCH_RESULTS, searchPurchases } from '@cairn/contracts/http/staff-search.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentFoundPurchase } from './staff-purchases.presenter.ts';
import type { StaffPurchases } from './staff-purchases.service.ts';

export function addStaffPurchaseRoutes(routes: Routes, purchases: StaffPurchases): void {
  routes.add(listPurchases, ({ query }) => purchases.list(query));
  routes.add(searchPurchases, async ({ query: { q } }) => ({
    results: (await purchases.search(q, MAX_SEARCH_RESULTS)).map(presentFoundPurchase),
  }));
  routes.add(exportPurchases, ({ query, identity }) =>
    purchases.exportPart(identity.userId, query),
  );
}
