import type { AlertPreference } from '@cairn/contracts/http/alerts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';

export function AlertsTable({ alerts }: { alerts: AlertPreference[] }) {
  return (
    <DataTable
      label="Alert preferences"
      columns={COLUMNS}
      rows={alerts}
      keyOf={({ product_id }) => product_id}
      emptyText="No alert preferences."
    />
  );
}

const COLUMNS: Column<AlertPreference>[] = [
  { title: 'Hunt', isLong: true, cell: ({ product_title }) => product_title },
  { title: 'Region', cell: ({ region }) => region },
  { title: 'Handle', cell: ({ handle }) => handle },
  { title: 'Email Alerts', cell: ({ email_alerts }) => (email_alerts ? 'Enabled' : 'Disabled') },
  { title: 'SMS Alerts', cell: ({ sms_alerts }) => (sms_alerts ? 'Enabled' : 'Disabled') },
  {
    title: 'Last Notified',
    cell: ({ last_notified_at }) => (last_notified_at ? formatMoment(last_notified_at) : 'Never'),
  },
];
