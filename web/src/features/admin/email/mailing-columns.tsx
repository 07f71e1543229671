import type { MailingProgress } from '@cairn/contracts/http/staff-messages.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import styles from '../ui/admin.module.css';
import type { Column } from '../ui/data-table.tsx';
import { formatMoment, formatZonedMoment } from '../ui/moments.ts';
import own from './email.module.css';

export const STATE_LABELS: Record<MailingProgress['state'], string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
};

export const MAILING_COLUMNS: Column<MailingProgress>[] = [
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => formatMoment(created_at) },
  { title: 'Started', cell: (mailing) => <Started mailing={mailing} /> },
  { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { title: 'Progress', cell: (mailing) => <Progress mailing={mailing} /> },
];

type ActionsProps = {
  mailing: MailingProgress;
  onAction: (act: 'pause' | 'resume') => void;
  onRequestConfirmation: (act: 'stop' | 'cancel' | 'retry') => void;
  onChange: () => void;
};

export function MailingActions({ mailing, ...on }: ActionsProps) {
  const { state, subject, failed } = mailing;
  const act = (name: string, run: () => void) => (
    <Button variant="quiet" aria-label={`${name} ${subject}`} onClick={run}>
      {name}
    </Button>
  );
  const isOpen = state === 'sending' || state === 'paused';
  const hasFailed = state === 'finished' && failed > 0;
  if (!isOpen && !hasFailed && state !== 'scheduled') return '–';
  return (
    <div className={styles['actions']}>
      {state === 'scheduled' && act('Change', on.onChange)}
      {state === 'scheduled' && act('Cancel', () => on.onRequestConfirmation('cancel'))}
      {state === 'sending' && act('Pause', () => on.onAction('pause'))}
      {state === 'paused' && act('Resume', () => on.onAction('resume'))}
      {isOpen && act('Stop', () => on.onRequestConfirmation('stop'))}
      {hasFailed && act('Retry', () => on.onRequestConfirmation('retry'))}
    </div>
  );
}

export function SubjectCell({ subject, onUseAgain }: { subject: string; onUseAgain: () => void }) {
  return (
    <>
      {subject}
      <div>
        <Button variant="quiet" aria-label={`Use again ${subject}`} onClick={onUseAgain}>
          Use again
        </Button>
      </div>
    </>
  );
}

function Started({ mailing: { state, created_at, send_at } }: { mailing: MailingProgress }) {
  if (state === 'scheduled' && send_at) return <>At {formatZonedMoment(send_at)}</>;
  return formatMoment(send_at ?? created_at);
}

function StateBadge({ state }: { state: MailingProgress['state'] }) {
  const tone = state === 'finished' ? 'good' : state === 'stopped' ? 'neutral' : 'wait';
  return <Badge tone={tone}>{STATE_LABELS[state]}</Badge>;
}

function Progress({ mailing }: { mailing: MailingProgress }) {
  const { subject, total, sent, failed, suppressed, state } = mailing;
  if (state === 'scheduled') return 'Not started';
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
