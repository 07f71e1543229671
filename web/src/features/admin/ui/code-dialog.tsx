import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Checkbox } from '../../../components/ui/field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { SheetBrand } from '../../../components/ui/sheet.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { dropDraft, saveDraft } from '../drafts.ts';
import styles from './admin.module.css';
import own from './code-dialog.module.css';
import { TEXTS } from './confirm-dialog.tsx';
import { CopyButton } from './copy-button.tsx';

type Props = {
  code: string;
  hunt: { id: string; title: string };
  /** Called after staff have confirmed that they have the code. */
  onClose: () => void;
};

const DRAFT = 'treasure-code';

/** Shows a generated code until staff confirm it; the server then destroys its copy. Only the card is printed. */
export function CodeDialog({ code, hunt, onClose }: Props) {
  const [isConfirmed, setConfirmed] = useState(false);
  const queryClient = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: () =>
      callRoute('POST /api/admin/hunts/:id/treasure-code/acknowledge', { params: { id: hunt.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: adminKey('hunts') });
      onClose();
    },
  });
  useEffect(() => {
    // A draft makes the browser confirm before the page unloads.
    saveDraft(DRAFT, true);
    return () => dropDraft(DRAFT);
  }, []);
  return (
    <Dialog
      isOpen
      onClose={() => acknowledge.mutate()}
      title="The treasure code"
      isLocked={!isConfirmed}
    >
      <Stack>
        <div className={own['unprinted']}>
          <Notice>
            Write this code down for the box of {hunt.title}. Once you confirm that you have it, no
            one can read it again, neither here nor in the database.
          </Notice>
        </div>
        <div className={own['card']}>
          <div className={own['brand']}>
            <SheetBrand />
          </div>
          <p className={own['hunt']}>{hunt.title}</p>
          <p className={`${styles['secret']} ${own['code']}`}>{code}</p>
        </div>
        <div className={`${styles['actions']} ${own['unprinted']}`}>
          <CopyButton text={() => code} label="Copy the code" />
          <Button variant="quiet" onClick={() => window.print()}>
            Print this card
          </Button>
        </div>
        <div className={own['unprinted']}>
          <Checkbox checked={isConfirmed} onChange={(event) => setConfirmed(event.target.checked)}>
            I have it in a safe place
          </Checkbox>
        </div>
      </Stack>
      {acknowledge.error && <Notice tone="error">{messageOf(acknowledge.error, TEXTS)}</Notice>}
      <DialogActions>
        <Button
          variant="primary"
          disabled={!isConfirmed}
          isBusy={acknowledge.isPending}
          onClick={() => acknowledge.mutate()}
        >
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
