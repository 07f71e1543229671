import type { Activity } from '@cairn/contracts/http/staff-activity.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FilterDay, FilterSelect } from '../ui/filters.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Pager } from '../ui/pager.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { adminText, useActingAdmins } from './acting-admins.ts';
import { ACTION_LABELS, labelOf } from './action-labels.ts';
import { subjectOf } from './subject.ts';

export function ActivityPanel() {
  const { get, page, setPage } = useUrlState();
  const filter = { page, limit: 10, admin: get('admin'), action: get('action'), day: get('day') };
  const query = useQuery({
    ...adminQuery('GET /api/admin/activity', { query: filter }, 'activities', filter),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <Filters />
      <Loaded query={query} failedText="Failed to fetch activity logs">
        {({ activities, pagination }) => (
          <Stack>
            <DataTable
              label="Activities"
              columns={COLUMNS}
              rows={activities}
              keyOf={({ id }) => id}
              emptyText="Nothing was done that fits."
              isStale={query.isPlaceholderData}
            />
            <Pager pagination={pagination} noun="activities" onPage={setPage} />
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
      <FilterSelect label="Admin" value={chosen} onChoose={(admin) => set({ admin, page: '' })}>
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
        onChoose={(action) => set({ action, page: '' })}
      >
        <option value="">All actions</option>
        {Object.entries(ACTION_LABELS).map(([action, label]) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <FilterDay label="Day (UTC)" value={get('day')} onChoose={(day) => set({ day, page: '' })} />
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
  { title: 'Date/Time', cell: ({ created_at }) => formatMoment(created_at) },
];

function About({ details }: { details: unknown }) {
  const { type, id } = subjectOf(details);
  if (!type || !id) return '–';
  const text = `${type} ${id.slice(0, 8)}…`;
  if (type !== 'account' && type !== 'user') return <span title={id}>{text}</span>;
  return <Link to={`/admin/user/${encodeURIComponent(id)}`}>{text}</Link>;
}
