import {
  listMailings,
  type MailingProgress,
  pauseMailing,
  resumeMailing,
  retryMailing,
  stopMailing,
} from '@cairn/contracts/http/staff-messages.ts';
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

const STEERING = {
  pause: pauseMailing,
  resume: resumeMailing,
  stop: stopMailing,
  retry: retryMailing,
};
type Act = keyof typeof STEERING;
type Steering = { act: Act; id: string };

/** What is asked about first. */
const QUESTIONS = {
  stop: {
    title: 'Stop this mailing?',
    confirmText: 'Stop for good',
    text: 'It goes to nobody who has not got it yet, and cannot go on. To hold it for a while, pause it.',
  },
  retry: {
    title: 'Try once more what failed?',
    confirmText: 'Try once more',
    text: 'Everybody whom it did not reach is tried again. Where nobody knows whether it went, a person may get it twice.',
  },
};
type Asked = { mailing: MailingProgress; act: keyof typeof QUESTIONS };

const ASK_AGAIN_MS = 2000;

export function MailingsList() {
  const { page, setPage } = useUrlState();
  const [asked, setAsked] = useState<Asked | null>(null);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...adminQuery(listMailings, { query: { page, limit: 10 } }, 'mailings', page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.mailings.some((mailing) => mailing.state === 'sending') ? ASK_AGAIN_MS : false,
  });
  const steer = useMutation({
    mutationFn: ({ act, id }: Steering) => callRoute(STEERING[act], { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('mailings') }),
    onSuccess: () => setAsked(null),
  });
  const acts: Column<MailingProgress> = {
    title: 'Act',
    cell: (mailing) => (
      <Acts
        mailing={mailing}
        onSteer={(act) => steer.mutate({ act, id: mailing.id })}
        onAsk={(act) => setAsked({ mailing, act })}
      />
    ),
  };
  return (
    <Loaded query={query} failedText="Failed to fetch mailings">
      {({ mailings, pagination }) => (
        <Stack>
          {steer.error && !asked && <Notice tone="error">{messageOf(steer.error, TEXTS)}</Notice>}
          <DataTable
            label="Mailings"
            columns={[...COLUMNS, acts]}
            rows={mailings}
            keyOf={({ id }) => id}
            emptyText="No mailing was sent yet."
            isStale={query.isPlaceholderData}
          />
          {pagination.total > 0 && (
            <Pager pagination={pagination} noun="mailings" onPage={setPage} />
          )}
          <ConfirmDialog
            isOpen={asked !== null}
            title={asked ? QUESTIONS[asked.act].title : ''}
            confirmText={asked ? QUESTIONS[asked.act].confirmText : ''}
            isDangerous={asked?.act === 'stop'}
            isBusy={steer.isPending}
            error={steer.error}
            onConfirm={() => asked && steer.mutate({ act: asked.act, id: asked.mailing.id })}
            onClose={() => {
              steer.reset();
              setAsked(null);
            }}
          >
            <p>“{asked?.mailing.subject}”</p>
            <p>{asked && QUESTIONS[asked.act].text}</p>
          </ConfirmDialog>
        </Stack>
      )}
    </Loaded>
  );
}

type ActsProps = {
  mailing: MailingProgress;
  onSteer: (act: 'pause' | 'resume') => void;
  onAsk: (act: Asked['act']) => void;
};

function Acts({ mailing, onSteer, onAsk }: ActsProps) {
  const { state, subject, failed } = mailing;
  const act = (name: string, run: () => void) => (
    <Button variant="quiet" aria-label={`${name} ${subject}`} onClick={run}>
      {name}
    </Button>
  );
  if (state === 'finished' && failed > 0) return act('Retry', () => onAsk('retry'));
  if (state === 'finished' || state === 'stopped') return '–';
  return (
    <div className={styles['acts']}>
      {state === 'sending'
        ? act('Pause', () => onSteer('pause'))
        : act('Resume', () => onSteer('resume'))}
      {act('Stop', () => onAsk('stop'))}
    </div>
  );
}

const COLUMNS: Column<MailingProgress>[] = [
  { title: 'Subject', isLong: true, cell: ({ subject }) => subject },
  { title: 'Begun', cell: ({ created_at }) => formatMoment(created_at) },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Progress', cell: (mailing) => <Progress mailing={mailing} /> },
];

function StateBadge({ state }: { state: MailingProgress['state'] }) {
  const tone = state === 'finished' ? 'good' : state === 'stopped' ? 'bad' : 'wait';
  return <Badge tone={tone}>{state.charAt(0).toUpperCase() + state.slice(1)}</Badge>;
}

function Progress({ mailing }: { mailing: MailingProgress }) {
  const { subject, total, sent, failed, suppressed } = mailing;
  const rest = [failed > 0 && `${failed} failed`, suppressed > 0 && `${suppressed} left out`];
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
