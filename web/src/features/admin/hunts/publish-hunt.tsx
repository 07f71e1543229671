import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { refreshProducts } from '../../products/use-products.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.ts';

/** Makes a draft public as an upcoming hunt. */
export function PublishHunt({ hunt }: { hunt: StaffHunt }) {
  const [isConfirming, setConfirming] = useState(false);
  const queryClient = useQueryClient();
  const publish = useMutation({
    mutationFn: () =>
      callRoute('PATCH /api/admin/hunts/:id', {
        params: { id: hunt.id },
        body: { status: 'upcoming' },
        ifMatch: hunt.version,
      }),
    onSuccess: async () => {
      setConfirming(false);
      void refreshProducts();
      showToast(`${hunt.title} is public as an upcoming hunt.`);
      await queryClient.invalidateQueries({ queryKey: adminKey('hunts') });
    },
    // After a 409 the next attempt begins with the newer version.
    onError: () => queryClient.invalidateQueries({ queryKey: adminKey('hunts', hunt.id) }),
  });
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Show as upcoming</Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Show ${hunt.title} to the public?`}
        confirmText="Show it as upcoming"
        isBusy={publish.isPending}
        error={publish.error}
        onConfirm={() => publish.mutate()}
        onClose={() => {
          publish.reset();
          setConfirming(false);
        }}
      >
        <p>
          The list of hunts shows its title, region, description, price, value, pictures and search
          area. It cannot be joined until you open it, and no mail is sent.
        </p>
        <p>A public hunt cannot become a draft again.</p>
      </ConfirmDialog>
    </>
  );
}
