import { type StaffClue, type StaffHunt, updateClue } from '@cairn/contracts/http/staff-hunts.ts';
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
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { HOLD_MS } from './clue-fields.ts';
import { clueName } from './clue-state.ts';
import own from './hunts.module.css';

type Props = { hunt: StaffHunt; clues: StaffClue[] };

/** Releases of the next 30 seconds, each with a countdown and Undo; also after a reload. */
export function PendingReleases({ hunt, clues }: Props) {
  const now = useNow(0);
  const queryClient = useQueryClient();
  const isOpen = hunt.status === 'active' || hunt.status === 'complete';
  const pending = isOpen ? clues.filter((clue) => isPending(clue, now)) : [];
  const count = pending.length;
  useEffect(() => {
    // Fetches the state of a release whose time has passed.
    if (count > 0) return () => void invalidate(queryClient, hunt.id);
  }, [count, queryClient, hunt.id]);
  const undo = useMutation({
    mutationFn: (clue: StaffClue) =>
      callRoute(updateClue, {
        params: { id: hunt.id, clueId: clue.id },
        body: { publish_at: null },
        ifMatch: clue.version,
      }),
    onSettled: () => invalidate(queryClient, hunt.id),
  });
  return (
    <Stack>
      <LiveRegion>
        {undo.isSuccess && count === 0 && (
          <Notice tone="success">
            {clueName(undo.data)} “{undo.data.title}” is a draft again. Nothing was sent.
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
                in {secondsTo(clue, now)} s
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
  const left = msTo(clue, now);
  return !clue.is_published && left > 0 && left <= HOLD_MS;
}

function secondsTo(clue: StaffClue, now: number): number {
  return Math.ceil(msTo(clue, now) / 1000);
}

function msTo({ publish_at }: StaffClue, now: number): number {
  return publish_at ? new Date(publish_at).getTime() - now : Number.NaN;
}
