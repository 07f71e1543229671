import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../api/call-route.ts';

const POLL_MS = 30_000;

type TabCount = { count: number; what: string };

/** What waits for staff, by tab; without those that are not known. */
export function useTabCounts(): Record<string, TabCount | undefined> {
  const query = { days: '1' as const };
  const payments = useQuery({
    ...adminQuery('GET /api/admin/overview/payments', { query }, 'overview', 'payments', '1'),
    refetchInterval: POLL_MS,
  });
  const messages = useQuery({
    ...adminQuery('GET /api/admin/overview/messages', { query }, 'overview', 'messages', '1'),
    refetchInterval: POLL_MS,
  });
  const hunts = useQuery({
    ...adminQuery('GET /api/admin/overview/hunts', {}, 'overview', 'hunts'),
    refetchInterval: POLL_MS,
  });
  return {
    purchases: countOf(payments.data?.unsettled.count, 'not settled'),
    messages: countOf(messages.data?.open_messages.count, 'open'),
    deliveries: countOf(messages.data?.failed_deliveries.current, 'failed today'),
    claims: countOf(hunts.data?.open_claims.count, 'open'),
  };
}

function countOf(count: number | undefined, what: string): TabCount | undefined {
  return count ? { count, what } : undefined;
}
