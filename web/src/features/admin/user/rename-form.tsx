import type { Account } from '@cairn/contracts/http/back-office.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import type { Edited } from '../ui/conflict-dialog.tsx';
import { showToast } from '../ui/toast.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import type { Saved } from '../ui/use-draft-form.ts';

type Names = { first_name: string; last_name: string };

export function RenameForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(() => savedOf(account));
  const { register, handleSubmit, setFocus, getValues, reset } = useForm<Names>({
    defaultValues: base.fields,
  });
  useEffect(() => setFocus('first_name'), [setFocus]);
  const save = useMutation({
    mutationFn: ({ fields: { first_name, last_name }, version }: Saved<Names>) =>
      callRoute('PATCH /api/admin/accounts/:id', {
        params: { id: account.id },
        body: { first_name: first_name.trim() || null, last_name: last_name.trim() || null },
        ifMatch: version ?? undefined,
      }),
    onSuccess: async () => {
      showToast('The name is saved.');
      await queryClient.invalidateQueries({ queryKey: adminKey() });
      onDone();
    },
  });
  const show = (saved: Saved<Names>, names: Names) => {
    setBase(saved);
    reset(names);
  };
  const conflict = useConflict<Names, Account & Edited>(save.error, {
    form: {
      ...{ base, isChanged: true, getValues: () => getValues(), rebase: show },
      discard: (saved) => show(saved, saved.fields),
    },
    what: 'this account',
    editor: 'The user, the SQL tool or another admin',
    labels: { first_name: 'First name', last_name: 'Last name' },
    savedOf,
    isBusy: save.isPending,
    save: (fields, { version }) => save.mutate({ fields, version }),
    onResolved: save.reset,
  });
  return (
    <form
      className={styles['form']}
      aria-label="Name"
      onSubmit={handleSubmit((fields) => save.mutate({ fields, version: base.version }))}
      onKeyDown={({ key }) =>
        key === 'Escape' && !save.isPending && !conflict.isConflict && onDone()
      }
    >
      {conflict.theirTexts}
      {conflict.dialog}
      <div className={styles['pair']}>
        <TextField {...register('first_name')} label="First name" maxLength={100} />
        <TextField {...register('last_name')} label="Last name" maxLength={100} />
      </div>
      {save.error && !conflict.isConflict && (
        <Notice tone="error">{messageOf(save.error, TEXTS)}</Notice>
      )}
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

function savedOf({ first_name, last_name, version }: Account): Saved<Names> {
  const fields = { first_name: first_name ?? '', last_name: last_name ?? '' };
  return { fields, version: version ?? null };
}
