import type { Account } from '@cairn/contracts/http/back-office.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Checkbox } from '../../../components/ui/field.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { VisuallyHidden } from '../../../components/ui/visually-hidden.tsx';
import styles from '../ui/admin.module.css';
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx';
import { formatMoment, formatShortDay } from '../ui/moments.ts';
import { nameOf, select, toRecipient, unselect, useSelection } from './selection.ts';

type Props = {
  accounts: Account[];
  sorting: Sorting;
  isStale: boolean;
};

export function UsersTable({ accounts, sorting, isStale }: Props) {
  const selected = new Set(useSelection().map(({ id }) => id));
  const isAllSelected = accounts.every(({ id }) => selected.has(id));
  const selection: Column<Account> = {
    title: 'Select',
    header: (
      <Checkbox checked={isAllSelected} onChange={() => toggle(accounts, isAllSelected)}>
        <VisuallyHidden>Select all on this page</VisuallyHidden>
      </Checkbox>
    ),
    cell: (account) => (
      <Checkbox
        checked={selected.has(account.id)}
        onChange={() => toggle([account], selected.has(account.id))}
      >
        <VisuallyHidden>Select {account.email}</VisuallyHidden>
      </Checkbox>
    ),
  };
  return (
    <DataTable
      label="Accounts"
      columns={[selection, ...COLUMNS]}
      rows={accounts}
      keyOf={({ id }) => id}
      emptyText="No account fits."
      sorting={sorting}
      isStale={isStale}
    />
  );
}

const COLUMNS: Column<Account>[] = [
  {
    title: 'ID',
    cell: ({ id }) => (
      <span className={styles['id']} title={id}>
        {id}
      </span>
    ),
  },
  {
    title: 'Email',
    sort: 'email',
    isLong: true,
    cell: ({ id, email }) => <Link to={`/admin/user/${encodeURIComponent(id)}`}>{email}</Link>,
  },
  { title: 'Name', sort: 'name', isLong: true, cell: (account) => nameOf(account) || '–' },
  { title: 'Status', sort: 'status', cell: ({ status }) => <AccountBadge status={status} /> },
  { title: 'Verified', cell: ({ email_verified }) => <Tick isSet={email_verified} /> },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => formatShortDay(created_at) },
  {
    title: 'Last Login',
    sort: 'last_login',
    cell: ({ last_login }) => (last_login ? formatMoment(last_login) : 'Never'),
  },
];

/** Active is green, any other status red. */
export function AccountBadge({ status }: { status: string }) {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{label}</Badge>;
}

function Tick({ isSet }: { isSet: boolean }) {
  return (
    <span>
      <span aria-hidden="true">{isSet ? '✓' : '✗'}</span>
      <VisuallyHidden>{isSet ? 'Yes' : 'No'}</VisuallyHidden>
    </span>
  );
}

function toggle(accounts: Account[], isSelected: boolean): void {
  if (isSelected) unselect(accounts.map(({ id }) => id));
  else select(accounts.map(toRecipient));
}
