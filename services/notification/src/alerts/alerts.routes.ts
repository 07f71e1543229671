import { getAlerts, updateAlerts } from '@cairn/contracts/http/alerts.ts';
import { listAlertsOfUser } from '@cairn/contracts/internal/notification.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { listAlertPreferences } from '../memberships/memberships.store.ts';
import { presentAlert } from './alerts.presenter.ts';
import type { Alerts } from './alerts.service.ts';

export function addAlertRoutes(routes: Routes, alerts: Alerts, pool: Pool): void {
  routes.add(getAlerts, async ({ identity: { userId } }) => alerts.read(userId));
  routes.add(updateAlerts, async ({ identity: { userId }, body }) => alerts.update(userId, body));
  routes.add(listAlertsOfUser, async ({ params }) => {
    const rows = await listAlertPreferences(pool, params.userId);
    return { alerts: rows.map(presentAlert) };
  });
}
