import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import type { DeliveryOfUser } from './deliveries.store.ts';
import type { DeliveryRow, HistoryRow } from './delivery-list.store.ts';

/** For the user's data export. */
export function presentDelivery({ variables, created_at, finished_at, ...row }: DeliveryOfUser) {
  return {
    ...row,
    about: variables,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** For staff, with its history. */
export function presentForStaff(
  { created_at, finished_at, ...row }: DeliveryRow,
  history: readonly HistoryRow[],
): Delivery {
  return {
    ...row,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    history: history
      .filter((step) => step.delivery_id === row.id)
      .map(({ at, what, detail }) => ({ at: at.toISOString(), what, detail })),
  };
}
