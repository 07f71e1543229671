import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { VisuallyHidden } from '../../../components/ui/visually-hidden.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { useNow } from '../../../lib/use-now.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { serverNow } from '../api/server-clock.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { formatMoment } from '../ui/moments.ts';
import { HOLD_MS } from './clue-fields.ts';
import { clueName } from './clue-state.ts';
import own from './hunts.module.css';
import { readTimeBefore } from './save-clue.ts';

type Props = { hunt: StaffHunt; clues: StaffClue[] };

/** While the release of a clue is due, the server says when it is out. */
const POLL_MS = 2_000;

/** Releases of the next 30 seconds until they are out, each with a countdown and Undo; also after a reload. */
export function PendingReleases({ hunt, clues }: Props) {
  useNow(0);
  const now = serverNow();
  const queryClient = useQueryClient();
  const isOpen = hunt.status === 'active' || hunt.status === 'complete';
  const pending = isOpen ? clues.filter((clue) => isPending(clue, now)) : [];
  const isDue = pending.some((clue) => msTo(clue, now) <= 0);
  useEffect(() => {
    if (!isDue) return;
    const poll = () =>
      void queryClient.invalidateQueries(
        { queryKey: adminKey('hunts', hunt.id) },
        { cancelRefetch: false },
      );
    poll();
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [isDue, queryClient, hunt.id]);
  const undo = useMutation({
    mutationFn: (clue: StaffClue) =>
      callRoute('PATCH /api/admin/hunts/:id/clues/:clueId', {
        params: { id: hunt.id, clueId: clue.id },
        body: { publish_at: scheduleBefore(clue) },
        ifMatch: clue.version,
      }),
    onSettled: () => invalidate(queryClient, hunt.id),
  });
  return (
    <Stack>
      <LiveRegion>
        {undo.isSuccess && pending.length === 0 && (
          <Notice tone="success">
            {clueName(undo.data)} “{undo.data.title}” {stateAgain(undo.data)}. Nothing was sent.
          </Notice>
        )}
      </LiveRegion>
      {undo.error && <Notice tone="error">{messageOf(undo.error, TEXTS)}</Notice>}
      {pending.map((clue) => (
        <Notice key={clue.id} takesFocus>
          <div className={styles['split']}>
            <p>
              {clueName(clue)} “{clue.title}” comes out{' '}
              <span className={own['countdown']} aria-hidden="true">
                {countdown(clue, now)}
              </span>
              <VisuallyHidden>within 30 seconds</VisuallyHidden>.
            </p>
            <Button isBusy={undo.isPending} onClick={() => undo.mutate(clue)}>
              Undo
            </Button>
          </div>
        </Notice>
      ))}
    </Stack>
  );
}

function invalidate(queryClient: ReturnType<typeof useQueryClient>, huntId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: adminKey('hunts', huntId) });
}

function isPending(clue: StaffClue, now: number): boolean {
  return !clue.is_published && msTo(clue, now) <= HOLD_MS;
}

/** An earlier schedule that is still to come; otherwise the clue becomes a draft. */
function scheduleBefore({ id }: StaffClue): string | null {
  const before = readTimeBefore(id);
  return before && Date.parse(before) > serverNow() + HOLD_MS ? before : null;
}

function stateAgain({ publish_at }: StaffClue): string {
  return publish_at ? `comes out ${formatMoment(publish_at)} again` : 'is a draft again';
}

function countdown(clue: StaffClue, now: number): string {
  const seconds = Math.ceil(msTo(clue, now) / 1000);
  return seconds > 0 ? `in ${seconds} s` : 'now';
}

function msTo({ publish_at }: StaffClue, now: number): number {
  return publish_at ? new Date(publish_at).getTime() - now : Number.NaN;
}
