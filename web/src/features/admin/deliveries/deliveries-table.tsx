import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog, TEXTS } from '../ui/confirm-dialog.tsx';
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { showToast } from '../ui/toast.ts';
import own from './deliveries.module.css';
import { canRetry, STATE_LABELS, templateLabel, toneOf } from './delivery-labels.ts';

type Props = {
  deliveries: Delivery[];
  emptyText: string;
  lead?: Column<Delivery>;
  sorting?: Sorting;
  isStale?: boolean;
};

export function DeliveriesTable({ deliveries, emptyText, lead, sorting, isStale }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<Delivery | null>(null);
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: ({ id }: Delivery) =>
      callRoute('POST /api/admin/deliveries/:id/retry', { params: { id } }),
    onSuccess: (delivery) => {
      setUnconfirmed(null);
      showToast(
        `${templateLabel(delivery.template)} is sent again; its state follows in the list.`,
      );
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: adminKey('overview') });
      return queryClient.invalidateQueries({ queryKey: adminKey('deliveries') });
    },
  });
  const actions: Column<Delivery> = {
    title: 'Actions',
    cell: (delivery) =>
      canRetry(delivery) ? (
        <Button
          variant="quiet"
          aria-label={`Retry ${templateLabel(delivery.template)}`}
          isBusy={retry.isPending && retry.variables?.id === delivery.id}
          onClick={() =>
            delivery.state === 'maybe_sent' ? setUnconfirmed(delivery) : retry.mutate(delivery)
          }
        >
          Retry
        </Button>
      ) : (
        '–'
      ),
  };
  return (
    <Stack>
      {retry.error && !unconfirmed && <Notice tone="error">{messageOf(retry.error, TEXTS)}</Notice>}
      <DataTable
        label="Messages"
        columns={[...(lead ? [lead] : []), ...COLUMNS, actions]}
        rows={deliveries}
        keyOf={({ id }) => id}
        emptyText={emptyText}
        sorting={sorting}
        isStale={isStale}
      />
      <ConfirmDialog
        isOpen={unconfirmed !== null}
        title="Send it once more?"
        confirmText="Send once more"
        isBusy={retry.isPending}
        error={retry.error}
        onConfirm={() => unconfirmed && retry.mutate(unconfirmed)}
        onClose={() => {
          retry.reset();
          setUnconfirmed(null);
        }}
      >
        <p>
          It is not known whether this message was sent: the provider did not answer. If it was, the
          person gets it twice.
        </p>
      </ConfirmDialog>
    </Stack>
  );
}

const COLUMNS: Column<Delivery>[] = [
  {
    title: 'Message',
    cell: ({ template, channel, about }) => (
      <>
        {templateLabel(template)} by {channel === 'sms' ? 'SMS' : 'email'}
        {about && <p className={styles['faint']}>{about}</p>}
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ state }) => <Badge tone={toneOf(state)}>{STATE_LABELS[state]}</Badge>,
  },
  { title: 'Requested', sort: 'created_at', cell: ({ created_at }) => formatMoment(created_at) },
  { title: 'Reason', isLong: true, cell: (delivery) => <History delivery={delivery} /> },
];

function History({ delivery }: { delivery: Delivery }) {
  const { reason, history, attempts } = delivery;
  const tries = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return (
    <div>
      {reason && <p>{reason}</p>}
      <details className={own['history']}>
        <summary>What happened, {tries}</summary>
        <ol>
          {history.map(({ at, what, detail }) => (
            <li key={`${at} ${what}`}>
              <time dateTime={at} className={styles['faint']}>
                {formatMoment(at)}
              </time>{' '}
              {templateLabel(what)}
              {detail ? `: ${detail}` : ''}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
