import type { Account } from '@cairn/contracts/http/back-office.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast.ts';

type Names = { first_name: string; last_name: string };

export function RenameForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setFocus } = useForm<Names>({
    defaultValues: { first_name: account.first_name ?? '', last_name: account.last_name ?? '' },
  });
  useEffect(() => setFocus('first_name'), [setFocus]);
  const save = useMutation({
    mutationFn: ({ first_name, last_name }: Names) =>
      callRoute('PATCH /api/admin/accounts/:id', {
        params: { id: account.id },
        body: { first_name: first_name.trim() || null, last_name: last_name.trim() || null },
      }),
    onSuccess: async () => {
      showToast('The name is saved.');
      await queryClient.invalidateQueries({ queryKey: adminKey() });
      onDone();
    },
  });
  return (
    <form
      className={styles['form']}
      aria-label="Name"
      onSubmit={handleSubmit((names) => save.mutate(names))}
      onKeyDown={({ key }) => key === 'Escape' && !save.isPending && onDone()}
    >
      <div className={styles['pair']}>
        <TextField {...register('first_name')} label="First name" maxLength={100} />
        <TextField {...register('last_name')} label="Last name" maxLength={100} />
      </div>
      {save.error && <Notice tone="error">{messageOf(save.error, TEXTS)}</Notice>}
      <div className={styles['actions']}>
        <Button type="submit" isBusy={save.isPending}>
          Save name
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
