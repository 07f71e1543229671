import type { DeliveryOfUser } from './deliveries.store.ts';

export function presentDelivery({ variables, created_at, finished_at, ...row }: DeliveryOfUser) {
  return {
    ...row,
    about: variables,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}
