import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { callRoute } from '../api/call-route.ts';
import { CodeDialog } from '../ui/code-dialog.tsx';
import { TEXTS } from '../ui/confirm-dialog.tsx';

/** Shows a generated code that no admin has confirmed, for example after a lost response. */
export function UnconfirmedCode({ hunt }: { hunt: StaffHunt }) {
  const show = useMutation({
    mutationFn: () =>
      callRoute('GET /api/admin/hunts/:id/treasure-code', { params: { id: hunt.id } }),
  });
  if (!hunt.unacknowledged_code) return null;
  return (
    <Stack gap="small">
      <Notice>
        The treasure code is not confirmed yet. It can be shown to the admin for whom it was
        generated, until that admin confirms that it is in a safe place.
      </Notice>
      {show.error && <Notice tone="error">{messageOf(show.error, TEXTS)}</Notice>}
      <div>
        <Button isBusy={show.isPending} onClick={() => show.mutate()}>
          Show the code
        </Button>
      </div>
      {show.data && (
        <CodeDialog code={show.data.treasure_code} hunt={hunt} onClose={() => show.reset()} />
      )}
    </Stack>
  );
}
