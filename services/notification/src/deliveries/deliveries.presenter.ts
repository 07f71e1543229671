import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import type { DeliveryOfUser } from './deliveries.store.ts';
import type { DeliveryRow, HistoryRow } from './listing.store.ts';

/** For a person's own export. */
export function presentDelivery({ variables, created_at, finished_at, ...row }: DeliveryOfUser) {
  return {
    ...row,
    about: variables,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** For staff, with everything that happened to it. */
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
