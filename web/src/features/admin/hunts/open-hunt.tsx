import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { formatDollars } from '../../../lib/money.ts';
import { refreshProducts } from '../../products/use-products.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.ts';

export function OpenHunt({ hunt }: { hunt: StaffHunt }) {
  const [isConfirming, setConfirming] = useState(false);
  const queryClient = useQueryClient();
  const open = useMutation({
    mutationFn: () =>
      callRoute('PATCH /api/admin/hunts/:id', {
        params: { id: hunt.id },
        body: { status: 'active' },
        ifMatch: hunt.version,
      }),
    onSuccess: async () => {
      setConfirming(false);
      void refreshProducts();
      showToast(`${hunt.title} is open: anyone can join it.`);
      await queryClient.invalidateQueries({ queryKey: adminKey('hunts') });
    },
    // After a 409 the next attempt begins with the newer version.
    onError: () => queryClient.invalidateQueries({ queryKey: adminKey('hunts', hunt.id) }),
  });
  return (
    <>
      <Button variant="primary" onClick={() => setConfirming(true)}>
        Open this hunt
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Open ${hunt.title}?`}
        confirmText="Open it now"
        isBusy={open.isPending}
        error={open.error}
        onConfirm={() => open.mutate()}
        onClose={() => {
          open.reset();
          setConfirming(false);
        }}
      >
        <p>
          From now on anyone can join for {formatDollars(hunt.price_amount)}, and what is scheduled
          comes out at its time.
        </p>
        <p>
          The treasure code is committed to in public: from then on neither it nor the handle can be
          changed, and the hunt cannot go back to upcoming.
        </p>
      </ConfirmDialog>
    </>
  );
}
