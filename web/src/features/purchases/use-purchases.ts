import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { PERSONAL_KEY } from '../../lib/query-keys.ts';
import { useSession } from '../session/use-session.ts';

/** The user's purchases, newest first. */
export function usePurchases() {
  const { token } = useSession();
  return useQuery({
    queryKey: [...PERSONAL_KEY, 'purchases', token],
    queryFn: ({ signal }) => callApi('GET /api/account/purchases', { signal }),
    select: ({ purchases }) => purchases.toSorted(byNewest),
    enabled: token !== null,
  });
}

function byNewest(one: OwnPurchase, other: OwnPurchase): number {
  return other.created_at.localeCompare(one.created_at);
}
