import { listAlertsOfUser } from '@cairn/contracts/internal/notification.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentAlert } from './alerts.presenter.ts';
import { listAlertPreferences } from './alerts.store.ts';

export function addAlertRoutes(routes: Routes, pool: Pool): void {
  routes.add(listAlertsOfUser, async ({ params }) => {
    const rows = await listAlertPreferences(pool, params.userId);
    return { alerts: rows.map(presentAlert) };
  });
}
