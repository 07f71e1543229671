import type { MailingProgress } from '@cairn/contracts/http/staff-messages.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog, TEXTS } from '../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Pager } from '../ui/pager.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import own from './email.module.css';

const ACTIONS = {
  pause: 'POST /api/admin/mailings/:id/pause',
  resume: 'POST /api/admin/mailings/:id/resume',
  stop: 'POST /api/admin/mailings/:id/stop',
  retry: 'POST /api/admin/mailings/:id/retry',
} as const;
type ActionName = keyof typeof ACTIONS;
type MailingAction = { act: ActionName; id: string };

/** Actions that need a confirmation. */
const QUESTIONS = {
  stop: {
    title: 'Stop this mailing?',
    confirmText: 'Stop for good',
    text: 'It is not sent to the remaining recipients and cannot be resumed. To stop it for a while, pause it.',
  },
  retry: {
    title: 'Retry the failed messages?',
    confirmText: 'Retry',
    text: 'It is sent again to all recipients it did not reach. Where the outcome is unknown, a person may get it twice.',
  },
};
type Confirming = { mailing: MailingProgress; act: keyof typeof QUESTIONS };

const REFETCH_INTERVAL_MS = 2000;

export function MailingsList() {
  const { page, setPage } = useUrlState();
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...adminQuery('GET /api/admin/mailings', { query: { page, limit: 10 } }, 'mailings', page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.mailings.some((mailing) => mailing.state === 'sending')
        ? REFETCH_INTERVAL_MS
        : false,
  });
  const action = useMutation({
    mutationFn: ({ act, id }: MailingAction) => callRoute(ACTIONS[act], { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('mailings') }),
    onSuccess: () => setConfirming(null),
  });
  const actions: Column<MailingProgress> = {
    title: 'Actions',
    cell: (mailing) => (
      <Actions
        mailing={mailing}
        onAction={(act) => action.mutate({ act, id: mailing.id })}
        onRequestConfirmation={(act) => setConfirming({ mailing, act })}
      />
    ),
  };
  return (
    <Loaded query={query} failedText="Failed to fetch mailings">
      {({ mailings, pagination }) => (
        <Stack>
          {action.error && !confirming && (
            <Notice tone="error">{messageOf(action.error, TEXTS)}</Notice>
          )}
          <DataTable
            label="Mailings"
            columns={[...COLUMNS, actions]}
            rows={mailings}
            keyOf={({ id }) => id}
            emptyText="No mailing was sent yet."
            isStale={query.isPlaceholderData}
          />
          {pagination.total > 0 && (
            <Pager pagination={pagination} noun="mailings" onPage={setPage} />
          )}
          <ConfirmDialog
            isOpen={confirming !== null}
            title={confirming ? QUESTIONS[confirming.act].title : ''}
            confirmText={confirming ? QUESTIONS[confirming.act].confirmText : ''}
            isDangerous={confirming?.act === 'stop'}
            isBusy={action.isPending}
            error={action.error}
            onConfirm={() =>
              confirming && action.mutate({ act: confirming.act, id: confirming.mailing.id })
            }
            onClose={() => {
              action.reset();
              setConfirming(null);
            }}
          >
            <p>“{confirming?.mailing.subject}”</p>
            <p>{confirming && QUESTIONS[confirming.act].text}</p>
          </ConfirmDialog>
        </Stack>
      )}
    </Loaded>
  );
}

type ActionsProps = {
  mailing: MailingProgress;
  onAction: (act: 'pause' | 'resume') => void;
  onRequestConfirmation: (act: Confirming['act']) => void;
};

function Actions({ mailing, onAction, onRequestConfirmation }: ActionsProps) {
  const { state, subject, failed } = mailing;
  const act = (name: string, run: () => void) => (
    <Button variant="quiet" aria-label={`${name} ${subject}`} onClick={run}>
      {name}
    </Button>
  );
  if (state === 'finished' && failed > 0) return act('Retry', () => onRequestConfirmation('retry'));
  if (state === 'finished' || state === 'stopped') return '–';
  return (
    <div className={styles['actions']}>
      {state === 'sending'
        ? act('Pause', () => onAction('pause'))
        : act('Resume', () => onAction('resume'))}
      {act('Stop', () => onRequestConfirmation('stop'))}
    </div>
  );
}

const COLUMNS: Column<MailingProgress>[] = [
  { title: 'Subject', isLong: true, cell: ({ subject }) => subject },
  { title: 'Started', cell: ({ created_at }) => formatMoment(created_at) },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Progress', cell: (mailing) => <Progress mailing={mailing} /> },
];

function StateBadge({ state }: { state: MailingProgress['state'] }) {
  const tone = state === 'finished' ? 'good' : state === 'stopped' ? 'neutral' : 'wait';
  return <Badge tone={tone}>{state.charAt(0).toUpperCase() + state.slice(1)}</Badge>;
}

function Progress({ mailing }: { mailing: MailingProgress }) {
  const { subject, total, sent, failed, suppressed } = mailing;
  const rest = [failed > 0 && `${failed} failed`, suppressed > 0 && `${suppressed} suppressed`];
  return (
    <div className={own['progress']}>
      <progress
        aria-label={`Progress of ${subject}`}
        max={Math.max(total, 1)}
        value={sent + failed + suppressed}
      />
      <span className={styles['faint']}>
        {[`${sent} of ${total} sent`, ...rest].filter(Boolean).join(', ')}
      </span>
    </div>
  );
}
