import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import type { DeliveryOfUser } from './deliveries.store.ts';
import type { DeliveryRow, HistoryRow } from './delivery-list.store.ts';

/** For the user's data export. */
export function presentDelivery({ variables, createdAt, finishedAt, ...row }: DeliveryOfUser) {
  return {
    ...row,
    about: variables,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

/** For staff, with its history. */
export function presentForStaff(
  { userId, mailingId, createdAt, finishedAt, ...row }: DeliveryRow,
  history: readonly HistoryRow[],
): Delivery {
  return {
    ...row,
    user_id: userId,
    mailing_id: mailingId,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    history: history
      .filter((step) => step.deliveryId === row.id)
      .map(({ at, what, detail }) => ({ at: at.toISOString(), what, detail })),
  };
}

export const DELIVERY_HEADER = [
  ...['ID', 'User ID', 'Recipient', 'Message', 'Channel', 'About', 'State', 'Attempts', 'Reason'],
  ...['Requested', 'Finished'],
];

export function toDeliveryCells(row: DeliveryRow) {
  const { id, userId, recipient, template, channel, about, state, attempts, reason } = row;
  const times = [row.createdAt.toISOString(), row.finishedAt?.toISOString() ?? null];
  return [id, userId, recipient, template, channel, about, state, attempts, reason, ...times];
}
