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
import { showToast } from '../ui/toast.ts';
import { unselect } from '../users/selection.ts';
import { type AccountAction, actionsFor } from './account-actions.ts';
import { RenameForm } from './rename-form.tsx';

export function UserActions({ account }: { account: Account }) {
  const [confirming, setConfirming] = useState<AccountAction | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const [done, setDone] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const perform = useMutation({
    mutationFn: ({ run }: AccountAction) => run(),
    onSuccess: async (_, { done: sentence, isDeletion }) => {
      setConfirming(null);
      if (isDeletion) {
        unselect([account.id]);
        navigate('/admin', { replace: true });
        showToast(sentence);
      }
      await queryClient.invalidateQueries({ queryKey: adminKey() });
      // Set after the dialog has closed: screen readers ignore live regions behind a dialog.
      setDone(sentence);
    },
  });
  function selectAction(next: AccountAction | null) {
    perform.reset();
    setDone(null);
    setConfirming(next);
  }
  function endRenaming() {
    setRenaming(false);
    rename.current?.focus();
  }
  return (
    <>
      <div className={styles['actions']}>
        <Button
          ref={rename}
          variant="quiet"
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          Change name
        </Button>
        {actionsFor(account).map((action) => (
          <Button
            key={action.name}
            variant={action.isDeletion ? 'danger' : 'quiet'}
            onClick={() => selectAction(action)}
          >
            {action.name}
          </Button>
        ))}
      </div>
      {isRenaming && <RenameForm account={account} onDone={endRenaming} />}
      <LiveRegion>{done && <Notice tone="success">{done}</Notice>}</LiveRegion>
      <ConfirmDialog
        isOpen={confirming !== null}
        title={confirming ? `${confirming.name}?` : ''}
        confirmText={confirming?.name ?? ''}
        isDangerous={confirming?.isDangerous}
        isBusy={perform.isPending}
        error={perform.error}
        onConfirm={() => confirming && perform.mutate(confirming)}
        onClose={() => selectAction(null)}
      >
        {confirming?.consequences.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}
