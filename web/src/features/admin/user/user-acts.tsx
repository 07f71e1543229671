import type { Account } from '@cairn/contracts/http/back-office.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { adminKey } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { unselect } from '../users/selection.ts';
import { type AccountAct, actsFor } from './account-acts.ts';
import { RenameForm } from './rename-form.tsx';

export function UserActs({ account }: { account: Account }) {
  const [asked, setAsked] = useState<AccountAct | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const [done, setDone] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const act = useMutation({
    mutationFn: ({ run }: AccountAct) => run(),
    onSuccess: async (_, { name, isEnd }) => {
      setAsked(null);
      if (isEnd) {
        unselect([account.id]);
        navigate('/admin', { replace: true });
      }
      await queryClient.invalidateQueries({ queryKey: adminKey() });
      // Told when the page shows it: what changes while a dialog lies over the page is not heard.
      setDone(`Done: ${name}.`);
    },
  });
  function ask(next: AccountAct | null) {
    act.reset();
    setDone(null);
    setAsked(next);
  }
  function endRenaming() {
    setRenaming(false);
    rename.current?.focus();
  }
  return (
    <>
      <div className={styles['acts']}>
        <Button
          ref={rename}
          variant="quiet"
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          Change name
        </Button>
        {actsFor(account).map((one) => (
          <Button key={one.name} variant={one.isEnd ? 'danger' : 'quiet'} onClick={() => ask(one)}>
            {one.name}
          </Button>
        ))}
      </div>
      {isRenaming && <RenameForm account={account} onDone={endRenaming} />}
      <LiveRegion>{done && <Notice tone="success">{done}</Notice>}</LiveRegion>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked ? `${asked.name}?` : ''}
        confirmText={asked?.name ?? ''}
        isDangerous={asked?.isDangerous}
        isBusy={act.isPending}
        error={act.error}
        onConfirm={() => asked && act.mutate(asked)}
        onClose={() => ask(null)}
      >
        {asked?.consequences.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}
