import type { QueueAge } from '@cairn/contracts/http/staff-overview.ts';
import { Link } from '../../../components/ui/link.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { describeAge } from './describe-change.ts';
import type { Overview } from './use-overview.ts';

type Age = QueueAge & { owner: keyof Overview };

const OWNERS: Record<keyof Overview, string> = {
  payments: 'Payment',
  accounts: 'Auth',
  messages: 'Notification',
  hunts: 'Catalog',
};

const QUEUES: Record<QueueAge['name'], { label: string; to?: string }> = {
  events: { label: 'Events to Kafka' },
  refunds: { label: 'Refunds to Stripe', to: '/admin?tab=purchases&status=refund_pending' },
  releases: { label: 'Releases to members', to: '/admin?tab=hunts' },
  deliveries: {
    label: 'Mails and text messages to the providers',
    to: '/admin?tab=deliveries&state=pending',
  },
};

/** The queues of the services that answer. */
export function QueueAges({ overview }: { overview: Overview }) {
  const owners = Object.keys(OWNERS) as (keyof Overview)[];
  const ages = owners.flatMap((owner): Age[] =>
    (overview[owner].data?.queues ?? []).map((queue) => ({ ...queue, owner })),
  );
  if (owners.every((owner) => overview[owner].isPending)) return null;
  return (
    <DataTable
      label="Queues"
      columns={COLUMNS}
      rows={ages}
      keyOf={({ owner, name }) => `${owner} ${name}`}
      emptyText="No service answers."
    />
  );
}

const COLUMNS: Column<Age>[] = [
  { title: 'Service', cell: ({ owner }) => OWNERS[owner] },
  {
    title: 'Queue',
    cell: ({ name }) => {
      const { label, to } = QUEUES[name];
      return to ? <Link to={to}>{label}</Link> : label;
    },
  },
  {
    title: 'Oldest waits',
    isNumber: true,
    cell: ({ oldest_seconds }) => describeAge(oldest_seconds),
  },
];
