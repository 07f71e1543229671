import type { Delivery, DeliveryFilter } from '@cairn/contracts/http/staff-messages.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import type { Column } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterDay, FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import { STATE_LABELS } from './delivery-labels.ts';

type State = Delivery['state'] | '';

/** Shows failed deliveries first, because they need a staff action. */
export function DeliveriesPanel() {
  const { get, set } = useUrlState();
  const keyset = useKeyset();
  const chosen = get('state') || 'failed';
  const state = (chosen === 'all' ? '' : chosen) as State;
  const filter = {
    ...{ state, user: get('user'), channel: get('channel') as DeliveryFilter['channel'] },
    ...{ from: get('from'), to: get('to') },
  };
  const input = { ...filter, ...keyset.listQuery };
  const query = useQuery({
    ...adminQuery('GET /api/admin/deliveries', { query: input }, 'deliveries', input),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <div className={styles['filters']}>
        <SearchField
          label="Search"
          value={filter.user}
          placeholder="The email or ID of a user"
          onSearch={(user) => set({ user, ...FIRST_PAGE }, { isTyping: true })}
        />
        <FilterSelect
          label="State"
          value={chosen}
          onChoose={(next) => set({ state: next, ...FIRST_PAGE })}
        >
          <option value="all">All states</option>
          {Object.entries(STATE_LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label="Channel"
          value={filter.channel}
          onChoose={(channel) => set({ channel, ...FIRST_PAGE })}
        >
          <option value="">Email and SMS</option>
          <option value="email">Email</option>
          <option value="sms">SMS</option>
        </FilterSelect>
        <FilterDay
          label="From (UTC)"
          value={filter.from}
          onChoose={(from) => set({ from, ...FIRST_PAGE })}
        />
        <FilterDay
          label="To (UTC)"
          value={filter.to}
          onChoose={(to) => set({ to, ...FIRST_PAGE })}
        />
      </div>
      <Loaded query={query} failedText="Failed to fetch deliveries">
        {({ deliveries, pagination }) => (
          <Stack>
            <ExportButton
              noun="messages"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/deliveries/export', {
                  query: { ...filter, starting_after },
                })
              }
            />
            <DeliveriesTable
              deliveries={deliveries}
              lead={USER}
              emptyText={
                chosen === 'failed' ? 'Nothing has failed.' : 'No message is in this state.'
              }
              sorting={keyset.sorting}
              isStale={query.isPlaceholderData}
            />
            <KeysetPager
              pagination={pagination}
              ids={deliveries.map(({ id }) => id)}
              noun="messages"
              keyset={keyset}
            />
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
