import type { Purchase } from '@cairn/contracts/http/back-office.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminKey, callRoute } from '../api/call-route.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { priceText } from './price-text.ts';

type Props = {
  purchase: Purchase;
  /** With the purchase after the call to Stripe. */
  onRefunded: (purchase: Purchase) => void;
  onClose: () => void;
};

export function RefundDialog({ purchase, onRefunded, onClose }: Props) {
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const refund = useMutation({
    mutationFn: () =>
      callRoute('POST /api/admin/purchases/:id/refund', {
        params: { id: purchase.id },
        body: { reason: reason.trim() },
      }),
    // Also refetches after a refusal, because another admin may have refunded the purchase.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: adminKey('account') }),
        queryClient.invalidateQueries({ queryKey: adminKey('purchases') }),
        queryClient.invalidateQueries({ queryKey: adminKey('overview') }),
      ]),
    onSuccess: onRefunded,
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Refund ${purchase.product_title}?`}
      confirmText={`Refund ${priceText(purchase)}`}
      isDangerous
      isDisabled={reason.trim() === ''}
      isBusy={refund.isPending}
      error={refund.error}
      onConfirm={() => refund.mutate()}
      onClose={onClose}
    >
      <p>
        {purchase.receipt_number ? `Receipt ${purchase.receipt_number}: ` : ''}
        {priceText(purchase)} goes back to the card it came from. The way into the hunt ends, and
        the prize goes down by what this purchase had added. The user gets an email.
      </p>
      <TextArea
        label="Reason"
        rows={3}
        maxLength={500}
        value={reason}
        required
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
