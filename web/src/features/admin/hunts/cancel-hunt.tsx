import type { HuntRefunds } from '@cairn/contracts/http/hunt-cancellations.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { formatMoney } from '../../../lib/money.ts';
import { refreshProducts } from '../../products/use-products.ts';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { countOf } from './count-of.ts';

export function CancelHunt({ hunt }: { hunt: StaffHunt }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Call off this hunt
      </Button>
      {isOpen && <CancelDialog hunt={hunt} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The handle is typed, because nothing of it can be taken back. */
function CancelDialog({ hunt, onClose }: { hunt: StaffHunt; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [handle, setHandle] = useState('');
  const queryClient = useQueryClient();
  const params = { id: hunt.id };
  const refunds = useQuery(
    adminQuery('GET /api/admin/hunts/:id/refunds', { params }, 'hunts', hunt.id, 'refunds'),
  );
  const cancel = useMutation({
    mutationFn: () =>
      callRoute('POST /api/admin/hunts/:id/cancel', { params, body: { reason: reason.trim() } }),
    // Also refetches after a refusal: the hunt may be complete or called off now.
    onSettled: () => {
      void refreshProducts();
      return queryClient.invalidateQueries({ queryKey: adminKey('hunts') });
    },
    onSuccess: onClose,
  });
  const isReady = reason.trim() !== '' && handle.trim() === hunt.handle && refunds.isSuccess;
  return (
    <ConfirmDialog
      isOpen
      title={`Call off ${hunt.title}?`}
      confirmText="Call it off and refund"
      isDangerous
      isDisabled={!isReady}
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    >
      <Loaded query={refunds} failedText="Failed to fetch the numbers">
        {(numbers) => <Consequences numbers={numbers} />}
      </Loaded>
      <TextArea
        label="Reason"
        hint="Every member reads it in the mail. Plain text."
        rows={4}
        maxLength={1_000}
        value={reason}
        required
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={`Type ${hunt.handle} to confirm`}
        value={handle}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setHandle(event.target.value)}
      />
    </ConfirmDialog>
  );
}

function Consequences({ numbers }: { numbers: HuntRefunds }) {
  const { members, members_amount, currency, open_payments, disputed } = numbers;
  return (
    <>
      <p>
        {members === 0 ? (
          'There are no members, so nothing is refunded and no mail is sent.'
        ) : (
          <>
            <strong>{countOf(members, 'member')}</strong> {members === 1 ? 'gets' : 'get'} their
            money back, <strong>{formatMoney(members_amount, currency)}</strong> in all, and two
            emails each: one now, with your reason, and one when the refund is made.
          </>
        )}
      </p>
      {open_payments > 0 && (
        <p>{countOf(open_payments, 'payment')} under way now: cancelled, or refunded if paid.</p>
      )}
      {disputed > 0 && (
        <p>{countOf(disputed, 'disputed purchase')}: Stripe decides on that money.</p>
      )}
      <p>
        From now on no one can join or enter a code, nothing that is scheduled comes out, and the
        list says that the hunt is cancelled. This cannot be undone.
      </p>
    </>
  );
}
