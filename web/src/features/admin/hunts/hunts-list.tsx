import type { HuntFilter, StaffHunt, StaffHuntsQuery } from '@cairn/contracts/http/staff-hunts.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { formatDollars } from '../../../lib/money.ts';
import { adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatShortDay } from '../ui/moments.ts';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import own from './hunts.module.css';

type Sort = StaffHuntsQuery['sort'];

export function HuntsList({ onOpen }: { onOpen: (id: string) => void }) {
  const { get } = useUrlState();
  const keyset = useKeyset();
  const filter = { search: get('search'), status: get('status') as HuntFilter['status'] };
  const input = { ...filter, ...keyset.query, sort: keyset.sorting.by as Sort };
  const query = useQuery({
    ...adminQuery('GET /api/admin/hunts', { query: input }, 'hunts', input),
    placeholderData: keepPreviousData,
  });
  const actions: Column<StaffHunt> = {
    title: 'Actions',
    cell: ({ id, title }) => (
      <Button variant="quiet" aria-label={`Edit and write: ${title}`} onClick={() => onOpen(id)}>
        Edit and write
      </Button>
    ),
  };
  return (
    <section>
      <Stack>
        <div className={styles['split']}>
          <ViewHeading>Hunts</ViewHeading>
          <Button onClick={() => onOpen('new')}>New hunt</Button>
        </div>
        <Filters filter={filter} />
        <Loaded query={query} failedText="Failed to fetch hunts">
          {({ hunts, pagination = NO_PAGES }) => (
            <Stack>
              <ExportButton
                noun="hunts"
                total={pagination.total}
                readPart={(starting_after) =>
                  callRoute('GET /api/admin/hunts-export', { query: { ...filter, starting_after } })
                }
              />
              <DataTable
                label="Hunts"
                columns={[...COLUMNS, actions]}
                rows={hunts}
                keyOf={({ id }) => id}
                emptyText={
                  filter.search || filter.status ? 'No hunt fits.' : 'There is no hunt yet.'
                }
                sorting={keyset.sorting}
                isStale={query.isPlaceholderData}
              />
              <KeysetPager
                pagination={pagination}
                ids={hunts.map(({ id }) => id)}
                noun="hunts"
                keyset={keyset}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

/** An answer to a query with a limit has pages. */
const NO_PAGES = { limit: 25, total: 0 };

function Filters({ filter }: { filter: HuntFilter }) {
  const { set } = useUrlState();
  return (
    <div className={styles['filters']}>
      <SearchField
        label="Search"
        value={filter.search}
        placeholder="Title, handle or ID"
        onSearch={(search) => set({ search, ...FIRST_PAGE }, { isTyping: true })}
      />
      <FilterSelect
        label="Status"
        value={filter.status}
        onChoose={(status) => set({ status, ...FIRST_PAGE })}
      >
        <option value="">All statuses</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {status.charAt(0).toUpperCase() + status.slice(1)}
          </option>
        ))}
      </FilterSelect>
    </div>
  );
}

const STATUSES = ['draft', 'upcoming', 'active', 'complete', 'cancelled'];

const COLUMNS: Column<StaffHunt>[] = [
  {
    title: 'Title',
    sort: 'title',
    isLong: true,
    cell: ({ title, handle, images: [cover] }) => (
      <>
        {cover && <img className={own['thumbnail']} src={cover.src} alt="" loading="lazy" />}
        {title} <span className={styles['faint']}>{handle}</span>
      </>
    ),
  },
  { title: 'Status', sort: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Price',
    sort: 'price',
    isNumber: true,
    cell: ({ price_amount }) => formatDollars(price_amount),
  },
  {
    title: 'Value',
    isNumber: true,
    cell: ({ base_value, purchase_bonus }) => formatDollars(base_value + purchase_bonus),
  },
  { title: 'Members', isNumber: true, cell: ({ participants }) => participants },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => formatShortDay(created_at) },
];
