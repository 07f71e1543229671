import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentAlert } from '../alerts/alerts.presenter.ts';
import { listAlertPreferences } from '../alerts/alerts.store.ts';
import { presentDelivery } from '../deliveries/deliveries.presenter.ts';
import { listDeliveriesOfUser } from '../deliveries/deliveries.store.ts';
import { findRecipient } from './recipients.store.ts';

export function addRecipientRoutes(routes: Routes, pool: Pool): void {
  routes.add(exportMessages, async ({ params: { userId } }) => {
    const [recipient, alerts, deliveries] = await Promise.all([
      findRecipient(pool, userId),
      listAlertPreferences(pool, userId),
      listDeliveriesOfUser(pool, userId),
    ]);
    return {
      recipient,
      alerts: alerts.map(presentAlert),
      deliveries: deliveries.map(presentDelivery),
    };
  });
}
