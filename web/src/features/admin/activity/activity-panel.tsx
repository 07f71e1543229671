import {
  type ActingAdmin,
  type Activity,
  listActingAdmins,
  listActivities,
} from '@cairn/contracts/http/staff-activity.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { useSession } from '../../session/use-session.ts';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FilterDay, FilterSelect } from '../ui/filters.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Pager } from '../ui/pager.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { nameOf } from '../users/users-table.tsx';
import { ACTION_LABELS, labelOf } from './action-labels.ts';
import { subjectOf } from './subject.ts';

export function ActivityPanel() {
  const { get, page, setPage } = useUrlState();
  const filter = { page, limit: 10, admin: get('admin'), action: get('action'), day: get('day') };
  const query = useQuery({
    ...adminQuery(listActivities, { query: filter }, 'activities', filter),
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

/** All admins in the activity log, by id, and the current user. */
function useActingAdmins(): Map<string, string> {
  const { user } = useSession();
  const { data } = useQuery(adminQuery(listActingAdmins, {}, 'acting-admins'));
  const texts = (data?.admins ?? []).map((admin) => [admin.id, textOf(admin)] as const);
  const admins = new Map(texts.toSorted(([, one], [, other]) => one.localeCompare(other)));
  if (user) admins.set(user.id, `${user.email} (you)`);
  return admins;
}

/** Deleted accounts differ by the start of their ids. */
function textOf({ id, email, ...names }: ActingAdmin): string {
  return email
    ? adminText({ admin_email: email, ...names })
    : `${DELETED_ACCOUNT} (${id.slice(0, 8)}…)`;
}

const DELETED_ACCOUNT = 'Deleted account';

function adminText({
  admin_email,
  ...names
}: Pick<Activity, 'admin_email' | 'first_name' | 'last_name'>): string {
  const name = nameOf(names);
  const email = admin_email ?? DELETED_ACCOUNT;
  return name ? `${name} (${email})` : email;
}
