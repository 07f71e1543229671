import type { Activity } from '@cairn/contracts/http/staff-activity.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterDay, FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { adminText, useActingAdmins } from './acting-admins.ts';
import { ACTION_LABELS, labelOf } from './action-labels.ts';
import { subjectOf } from './subject.ts';

export function ActivityPanel() {
  const { get } = useUrlState();
  const keyset = useKeyset(10);
  const filter = {
    ...{ admin: get('admin'), action: get('action') },
    ...{ day: get('day'), subject: get('subject') },
  };
  const input = { ...filter, ...keyset.listQuery };
  const query = useQuery({
    ...adminQuery('GET /api/admin/activity', { query: input }, 'activities', input),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <Filters />
      <Loaded query={query} failedText="Failed to fetch activity logs">
        {({ activities, pagination }) => (
          <Stack>
            <ExportButton
              noun="activities"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/activity-export', {
                  query: { ...filter, starting_after },
                })
              }
            />
            <DataTable
              label="Activities"
              columns={COLUMNS}
              rows={activities}
              keyOf={({ id }) => id}
              emptyText="Nothing was done that fits."
              sorting={keyset.sorting}
              isStale={query.isPlaceholderData}
            />
            <KeysetPager
              pagination={pagination}
              ids={activities.map(({ id }) => id)}
              noun="activities"
              keyset={keyset}
            />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function Filters() {
  const { get, set } = useUrlState();
  const admins = useActingAdmins();
  const chosen = get('admin');
  if (chosen && !admins.has(chosen)) admins.set(chosen, chosen);
  return (
    <div className={styles['filters']}>
      <SearchField
        label="Search"
        value={get('subject')}
        placeholder="The ID of what was changed"
        onSearch={(subject) => set({ subject, ...FIRST_PAGE }, { isTyping: true })}
      />
      <FilterSelect
        label="Admin"
        value={chosen}
        onChoose={(admin) => set({ admin, ...FIRST_PAGE })}
      >
        <option value="">All admins</option>
        {[...admins].map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Action"
        value={get('action')}
        onChoose={(action) => set({ action, ...FIRST_PAGE })}
      >
        <option value="">All actions</option>
        {Object.entries(ACTION_LABELS).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <FilterDay
        label="Day (UTC)"
        value={get('day')}
        onChoose={(day) => set({ day, ...FIRST_PAGE })}
      />
    </div>
  );
}

const COLUMNS: Column<Activity>[] = [
  {
    title: 'Action',
    cell: ({ id, action }) => (
      <Link to={`/admin/activity/${encodeURIComponent(id)}`}>{labelOf(action)}</Link>
    ),
  },
  { title: 'About', cell: ({ details }) => <About details={details} /> },
  { title: 'Admin', isLong: true, cell: adminText },
  { title: 'Date/Time', sort: 'created_at', cell: ({ created_at }) => formatMoment(created_at) },
];

function About({ details }: { details: unknown }) {
  const { type, id } = subjectOf(details);
  if (!type || !id) return '–';
  const text = `${type} ${id.slice(0, 8)}…`;
  if (type !== 'account' && type !== 'user') return <span title={id}>{text}</span>;
  return <Link to={`/admin/user/${encodeURIComponent(id)}`}>{text}</Link>;
}
