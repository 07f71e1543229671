import type { Purchase } from '@cairn/contracts/http/back-office.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { PERSONAL_KEY, useSession } from '../session/use-session.ts';

/** What a receipt shows beyond the purchase itself, as far as it is known. */
export type OwnPurchase = Purchase & { refunded_at?: string | null };

/** One's own, newest first. */
export function usePurchases() {
  const { token } = useSession();
  return useQuery({
    queryKey: [...PERSONAL_KEY, 'purchases', token],
    queryFn: ({ signal }) =>
      callApi<{ purchases: OwnPurchase[] }>('/api/account/purchases', { signal }),
    select: ({ purchases }) => purchases.toSorted(byNewest),
    enabled: token !== null,
  });
}

function byNewest(one: OwnPurchase, other: OwnPurchase): number {
  return other.created_at.localeCompare(one.created_at);
}
