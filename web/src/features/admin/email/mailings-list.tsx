import type { MailingFilter, MailingProgress } from '@cairn/contracts/http/staff-messages.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog, TEXTS } from '../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { showToast } from '../ui/toast.ts';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { savedFieldsOf } from './email-draft.ts';
import { MAILING_COLUMNS, MailingActions, STATE_LABELS, SubjectCell } from './mailing-columns.tsx';
import type { StartContent } from './use-email-form.ts';

const ACTIONS = {
  pause: 'POST /api/admin/mailings/:id/pause',
  resume: 'POST /api/admin/mailings/:id/resume',
  stop: 'POST /api/admin/mailings/:id/stop',
  retry: 'POST /api/admin/mailings/:id/retry',
} as const;
type ActionName = keyof typeof ACTIONS;
const OUTCOMES: Record<ActionName, string> = {
  pause: 'is paused',
  resume: 'goes on',
  stop: 'is stopped and is not sent to anyone else',
  retry: 'is sent again to those whom it did not reach',
};
type MailingAction = { act: ActionName; id: string };
/** `isChange` opens the scheduled mailing itself; otherwise a new mail begins with its content. */
type Opening = { id: string; isChange: boolean };

/** Actions that need a confirmation. */
const QUESTIONS = {
  stop: {
    title: 'Stop this mailing?',
    confirmText: 'Stop for good',
    text: 'It is not sent to the remaining recipients and cannot be resumed. To stop it for a while, pause it.',
  },
  cancel: {
    title: 'Cancel this mailing?',
    confirmText: 'Cancel mailing',
    text: 'It is not sent. You can begin another one with its content.',
  },
  retry: {
    title: 'Retry the failed messages?',
    confirmText: 'Retry',
    text: 'It is sent again to all recipients it did not reach. Where the outcome is unknown, a person may get it twice.',
  },
};
type Confirming = { mailing: MailingProgress; act: keyof typeof QUESTIONS };

/** Cancelling stops a mailing that has not started. */
const ROUTE_NAMES = { stop: 'stop', cancel: 'stop', retry: 'retry' } as const;

const REFETCH_INTERVAL_MS = 2000;
/** The next scheduled mailing begins without an act of this admin. */
const SCHEDULED_INTERVAL_MS = 15_000;

export function MailingsList({ onStart }: { onStart: (content: StartContent) => void }) {
  const { get } = useUrlState();
  const keyset = useKeyset();
  const filter = { search: get('search'), state: get('state') as MailingFilter['state'] };
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const queryClient = useQueryClient();
  const input = { ...filter, ...keyset.listQuery };
  const query = useQuery({
    ...adminQuery('GET /api/admin/mailings', { query: input }, 'mailings', input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const has = (wanted: MailingProgress['state']) =>
        state.data?.mailings.some((mailing) => mailing.state === wanted);
      if (has('sending')) return REFETCH_INTERVAL_MS;
      return has('scheduled') && SCHEDULED_INTERVAL_MS;
    },
  });
  const action = useMutation({
    mutationFn: ({ act, id }: MailingAction) => callRoute(ACTIONS[act], { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('mailings') }),
    onSuccess: ({ subject }, { act }) => {
      setConfirming(null);
      showToast(`“${subject}” ${OUTCOMES[act]}.`);
    },
  });
  const open = useMutation({
    mutationFn: ({ id }: Opening) =>
      callRoute('GET /api/admin/mailings/:id/content', { params: { id } }),
    onSuccess: (content, { id, isChange }) =>
      onStart(
        isChange
          ? { ...content, editing: id, base: savedFieldsOf(content) }
          : { ...content, send_at: null },
      ),
  });
  const subject: Column<MailingProgress> = {
    title: 'Subject',
    isLong: true,
    cell: ({ id, subject: text }) => (
      <SubjectCell subject={text} onUseAgain={() => open.mutate({ id, isChange: false })} />
    ),
  };
  const actions: Column<MailingProgress> = {
    title: 'Actions',
    cell: (mailing) => (
      <MailingActions
        mailing={mailing}
        onAction={(act) => action.mutate({ act, id: mailing.id })}
        onRequestConfirmation={(act) => setConfirming({ mailing, act })}
        onChange={() => open.mutate({ id: mailing.id, isChange: true })}
      />
    ),
  };
  const question = confirming && QUESTIONS[confirming.act];
  return (
    <Stack>
      <Filters filter={filter} />
      <Loaded query={query} failedText="Failed to fetch mailings">
        {({ mailings, pagination }) => (
          <Stack>
            <ExportButton
              noun="mailings"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/mailings/export', {
                  query: { ...filter, starting_after },
                })
              }
            />
            {action.error && !confirming && (
              <Notice tone="error">{messageOf(action.error, TEXTS)}</Notice>
            )}
            {open.error && <Notice tone="error">{messageOf(open.error, FAILED_TO_OPEN)}</Notice>}
            <DataTable
              label="Mailings"
              columns={[subject, ...MAILING_COLUMNS, actions]}
              rows={mailings}
              keyOf={({ id }) => id}
              emptyText={
                filter.search || filter.state ? 'No mailing fits.' : 'No mailing was sent yet.'
              }
              sorting={keyset.sorting}
              isStale={query.isPlaceholderData}
            />
            {mailings.length > 0 && (
              <KeysetPager
                pagination={pagination}
                ids={mailings.map(({ id }) => id)}
                noun="mailings"
                keyset={keyset}
              />
            )}
            <ConfirmDialog
              isOpen={confirming !== null}
              title={question?.title ?? ''}
              confirmText={question?.confirmText ?? ''}
              isDangerous={confirming?.act !== 'retry'}
              isBusy={action.isPending}
              error={action.error}
              onConfirm={() =>
                confirming &&
                action.mutate({ act: ROUTE_NAMES[confirming.act], id: confirming.mailing.id })
              }
              onClose={() => {
                action.reset();
                setConfirming(null);
              }}
            >
              <p>“{confirming?.mailing.subject}”</p>
              <p>{question?.text}</p>
            </ConfirmDialog>
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function Filters({ filter }: { filter: MailingFilter }) {
  const { set } = useUrlState();
  return (
    <div className={styles['filters']}>
      <SearchField
        label="Search"
        value={filter.search}
        placeholder="The beginning of a subject"
        onSearch={(search) => set({ search, ...FIRST_PAGE }, { isTyping: true })}
      />
      <FilterSelect
        label="State"
        value={filter.state}
        onChoose={(state) => set({ state, ...FIRST_PAGE })}
      >
        <option value="">All states</option>
        {Object.entries(STATE_LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </FilterSelect>
    </div>
  );
}

const FAILED_TO_OPEN = {
  refused: 'Failed to fetch this mailing',
  failed: 'Failed to fetch this mailing',
};
