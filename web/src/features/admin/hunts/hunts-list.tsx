import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { formatDollars } from '../../../lib/money.ts';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import own from './hunts.module.css';

export function HuntsList({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useQuery(adminQuery('GET /api/admin/hunts', {}, 'hunts'));
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
        <Loaded query={query} failedText="Failed to fetch hunts">
          {({ hunts }) => (
            <DataTable
              label="Hunts"
              columns={[...COLUMNS, actions]}
              rows={hunts}
              keyOf={({ id }) => id}
              emptyText="There is no hunt yet."
            />
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

const COLUMNS: Column<StaffHunt>[] = [
  {
    title: 'Title',
    isLong: true,
    cell: ({ title, handle, images: [cover] }) => (
      <>
        {cover && <img className={own['thumbnail']} src={cover.src} alt="" loading="lazy" />}
        {title} <span className={styles['faint']}>{handle}</span>
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Price', isNumber: true, cell: ({ price_amount }) => formatDollars(price_amount) },
  {
    title: 'Value',
    isNumber: true,
    cell: ({ base_value, purchase_bonus }) => formatDollars(base_value + purchase_bonus),
  },
  { title: 'Members', isNumber: true, cell: ({ participants }) => participants },
];
