import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import type { Column } from '../ui/data-table.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Pager } from '../ui/pager.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import { STATE_LABELS } from './delivery-labels.ts';

type State = Delivery['state'] | '';

/** Shows failed deliveries first, because they need a staff action. */
export function DeliveriesPanel() {
  const { get, set, page, setPage } = useUrlState();
  const chosen = get('state') || 'failed';
  const state = (chosen === 'all' ? '' : chosen) as State;
  const filter = { page, limit: 10, state };
  const query = useQuery({
    ...adminQuery('GET /api/admin/deliveries', { query: filter }, 'deliveries', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <div className={styles['filters']}>
        <FilterSelect label="State" value={chosen} onChoose={(state) => set({ state, page: '' })}>
          <option value="all">All states</option>
          {Object.entries(STATE_LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </FilterSelect>
      </div>
      <Loaded query={query} failedText="Failed to fetch deliveries">
        {({ deliveries, pagination }) => (
          <Stack>
            <DeliveriesTable
              deliveries={deliveries}
              lead={USER}
              emptyText={
                chosen === 'failed' ? 'Nothing has failed.' : 'No message is in this state.'
              }
              isStale={query.isPlaceholderData}
            />
            <Pager pagination={pagination} noun="messages" onPage={setPage} />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

const USER: Column<Delivery> = {
  title: 'User',
  isLong: true,
  cell: ({ user_id, recipient }) =>
    user_id ? (
      <Link to={`/admin/user/${encodeURIComponent(user_id)}`}>{recipient ?? 'Deleted user'}</Link>
    ) : (
      (recipient ?? 'No account')
    ),
};
