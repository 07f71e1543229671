import { exportMessages } from '@cairn/contracts/internal/notification.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentAlert } from '../alerts/alerts.presenter.ts';
import { findPendingNumber, findPhone } from '../alerts/phones.store.ts';
import { listContactAnswers, listContactMessagesFrom } from '../contact/contact.store.ts';
import { presentDelivery } from '../deliveries/deliveries.presenter.ts';
import { listDeliveriesOfUser } from '../deliveries/deliveries.store.ts';
import { listAllAlertPreferences } from '../memberships/memberships.store.ts';
import { findRecipient } from '../recipients/recipients.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { listSuppressions } from '../suppressions/suppressions.store.ts';
import {
  presentContactMessage,
  presentRecipient,
  presentSuppression,
} from './recipients.presenter.ts';

export function addRecipientRoutes(routes: Routes, pool: Pool, suppressionKey: Buffer): void {
  const hash = (address: string | undefined | null) =>
    address ? [hashAddress(address, suppressionKey)] : [];
  routes.add(exportMessages, async ({ params: { userId } }) => {
    const [recipient, phone, pendingPhone, alerts, deliveries] = await Promise.all([
      findRecipient(pool, userId),
      findPhone(pool, userId),
      findPendingNumber(pool, userId),
      listAllAlertPreferences(pool, userId),
      listDeliveriesOfUser(pool, userId),
    ]);
    const [email, sms, written] = await Promise.all([
      listSuppressions(pool, 'email', hash(recipient?.email)),
      listSuppressions(pool, 'sms', hash(phone)),
      listContactMessagesFrom(pool, recipient?.email ?? ''),
    ]);
    const answers = await listContactAnswers(
      pool,
      written.map(({ id }) => id),
    );
    return {
      recipient: recipient && presentRecipient(recipient),
      phone,
      pending_phone: pendingPhone,
      alerts: alerts.map(presentAlert),
      suppressions: [...email, ...sms].map(presentSuppression),
      contact_messages: written.map((message) => presentContactMessage(message, answers)),
      deliveries: deliveries.map(presentDelivery),
    };
  });
}
