import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../api/call-route.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { HOLD_MS } from './clue-fields.ts';
import { countOf } from './count-of.ts';

type Props = {
  hunt: StaffHunt;
  clue: { kind: 'clue' | 'update'; title: string };
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms an immediate release with the number of its alerts. */
export function PublishDialog({ hunt, clue, ...rest }: Props) {
  const audience = useQuery(
    adminQuery(
      'GET /api/admin/hunts/:id/audience',
      { params: { id: hunt.id } },
      'hunts',
      hunt.id,
      'audience',
    ),
  );
  return (
    <ConfirmDialog
      isOpen
      title={`Publish ${clue.kind === 'clue' ? 'the clue' : 'the update'} “${clue.title}”?`}
      confirmText={`Publish in ${HOLD_MS / 1000} seconds`}
      isDisabled={audience.isPending}
      {...rest}
    >
      {hunt.status === 'complete' && clue.kind === 'clue' ? (
        <p>The hunt is complete: the clue is shown on its page, and no alert is sent.</p>
      ) : (
        <Loaded query={audience} failedText="Failed to fetch the numbers">
          {({ emails, texts }) => (
            <p>
              <strong>{countOf(emails, 'email')}</strong> and{' '}
              <strong>{countOf(texts, 'text message')}</strong> go to members when it comes out.
            </p>
          )}
        </Loaded>
      )}
      <p>It comes out {HOLD_MS / 1000} seconds after you confirm. Until then you can undo it.</p>
    </ConfirmDialog>
  );
}
