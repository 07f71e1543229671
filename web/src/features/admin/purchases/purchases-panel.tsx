import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminQuery, callRoute } from '../api/call-route.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { AllPurchasesTable } from './all-purchases-table.tsx';
import { type Filter, PurchaseFilters } from './purchase-filters.tsx';

export function PurchasesPanel() {
  const { get } = useUrlState();
  const keyset = useKeyset();
  const filter: Filter = {
    search: get('search'),
    hunt: get('hunt'),
    status: get('status') as Filter['status'],
    day_of: (get('day_of') || 'purchase') as Filter['day_of'],
    from: get('from'),
    to: get('to'),
  };
  const sort = keyset.sorting.by === 'amount' ? ('amount' as const) : ('created_at' as const);
  const input = { ...filter, ...keyset.query, sort };
  const query = useQuery({
    ...adminQuery('GET /api/admin/purchases', { query: input }, 'purchases', input),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <PurchaseFilters filter={filter} />
      <Loaded query={query} failedText="Failed to fetch purchases">
        {({ purchases, pagination }) => (
          <Stack>
            <ExportButton
              noun="purchases"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/purchases/export', {
                  query: { ...filter, starting_after },
                })
              }
            />
            <AllPurchasesTable
              purchases={purchases}
              sorting={{ ...keyset.sorting, by: sort }}
              isStale={query.isPlaceholderData}
            />
            <KeysetPager
              pagination={pagination}
              ids={purchases.map(({ id }) => id)}
              noun="purchases"
              keyset={keyset}
            />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
