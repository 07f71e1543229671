import type { OverviewDays } from '@cairn/contracts/http/staff-overview.ts';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../api/call-route.ts';

const POLL_MS = 15_000;
const TREND_POLL_MS = 60_000;

/** One query per owner: what one service does not answer, the others still show. */
export function useOverview(days: OverviewDays) {
  const query = { days };
  return {
    payments: useQuery({
      ...adminQuery('GET /api/admin/overview/payments', { query }, 'overview', 'payments', days),
      refetchInterval: POLL_MS,
    }),
    accounts: useQuery({
      ...adminQuery('GET /api/admin/overview/accounts', { query }, 'overview', 'accounts', days),
      refetchInterval: POLL_MS,
    }),
    messages: useQuery({
      ...adminQuery('GET /api/admin/overview/messages', { query }, 'overview', 'messages', days),
      refetchInterval: POLL_MS,
    }),
    hunts: useQuery({
      ...adminQuery('GET /api/admin/overview/hunts', {}, 'overview', 'hunts'),
      refetchInterval: POLL_MS,
    }),
  };
}

export type Overview = ReturnType<typeof useOverview>;

export function useTrends() {
  return {
    sales: useQuery({
      ...adminQuery('GET /api/admin/trends/sales', {}, 'overview', 'sales-trend'),
      refetchInterval: TREND_POLL_MS,
    }),
    hunts: useQuery({
      ...adminQuery('GET /api/admin/trends/hunts', {}, 'overview', 'hunts-trend'),
      refetchInterval: TREND_POLL_MS,
    }),
  };
}
