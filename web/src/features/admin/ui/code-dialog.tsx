import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Checkbox } from '../../../components/ui/field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { dropDraft, keepDraft } from '../drafts.ts';
import styles from './admin.module.css';
import { CopyButton } from './copy-button.tsx';

type Props = { code: string; hunt: string; onClose: () => void };

const DRAFT = 'treasure-code';

/** The only time that anybody sees this code, so it does not go by a wrong click. */
export function CodeDialog({ code, hunt, onClose }: Props) {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    // Leaving the page asks first.
    keepDraft(DRAFT, true);
    return () => dropDraft(DRAFT);
  }, []);
  return (
    <Dialog isOpen onClose={onClose} title="The treasure code" isHeld={!isKept}>
      <Stack>
        <Notice>
          This is the only time that this code is shown. Write it down for the box of {hunt}: nobody
          can read it again, neither here nor in the database.
        </Notice>
        <p className={styles['secret']}>{code}</p>
        <div className={styles['acts']}>
          <CopyButton text={() => code} label="Copy the code" />
        </div>
        <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
          I have it in a safe place
        </Checkbox>
      </Stack>
      <DialogActions>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
