import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterDay, FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { SelectAll } from './select-all.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UsersTable } from './users-table.tsx';

type Sort = 'created_at' | 'email' | 'name' | 'last_login' | 'status';
type Status = '' | 'active' | 'suspended';

export function UsersPanel({ onWriteToSelected }: { onWriteToSelected: () => void }) {
  const { get, set } = useUrlState();
  const keyset = useKeyset(10);
  const search = get('search');
  const status = get('status') as Status;
  const sort = keyset.sorting.by as Sort;
  const created = { from: get('from'), to: get('to') };
  const filter = { ...keyset.listQuery, search, status, ...created, sort };
  const query = useQuery({
    ...adminQuery('GET /api/admin/accounts', { query: filter }, 'accounts', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <div className={styles['filters']}>
        <SearchField
          label="Search"
          value={search}
          placeholder="Email or name"
          onSearch={(text) => set({ search: text, ...FIRST_PAGE }, { isTyping: true })}
        />
        <FilterSelect
          label="Status"
          value={status}
          onChoose={(status) => set({ status, ...FIRST_PAGE })}
        >
          <option value="">All statuses</option>
          <option value="active">Active</option>
          <option value="suspended">Suspended</option>
        </FilterSelect>
        <FilterDay
          label="Created from (UTC)"
          value={created.from}
          onChoose={(from) => set({ from, ...FIRST_PAGE })}
        />
        <FilterDay
          label="Created to (UTC)"
          value={created.to}
          onChoose={(to) => set({ to, ...FIRST_PAGE })}
        />
      </div>
      <SelectionBar onWrite={onWriteToSelected} />
      <BulkProgress />
      <Loaded query={query} failedText="Failed to fetch accounts">
        {({ accounts, pagination }) => (
          <Stack>
            <ExportButton
              noun="accounts"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/accounts-export', {
                  query: { search, status, ...created, starting_after },
                })
              }
            />
            <SelectAll filter={{ search, status, ...created }} total={pagination.total} />
            <UsersTable
              accounts={accounts}
              sorting={keyset.sorting}
              isStale={query.isPlaceholderData}
            />
            <KeysetPager
              pagination={pagination}
              ids={accounts.map(({ id }) => id)}
              noun="accounts"
              keyset={keyset}
            />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
