import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Checkbox } from '../../../components/ui/field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { SheetBrand } from '../../../components/ui/sheet.tsx';
import { dropDraft, keepDraft } from '../drafts.ts';
import styles from './admin.module.css';
import own from './code-dialog.module.css';
import { CopyButton } from './copy-button.tsx';

type Props = { code: string; hunt: string; onClose: () => void };

const DRAFT = 'treasure-code';

/** The only time that anybody sees this code, so it does not go by a wrong click. Its card prints alone. */
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
        <div className={own['unprinted']}>
          <Notice>
            This is the only time that this code is shown. Write it down for the box of {hunt}:
            nobody can read it again, neither here nor in the database.
          </Notice>
        </div>
        <div className={own['card']}>
          <div className={own['brand']}>
            <SheetBrand />
          </div>
          <p className={own['hunt']}>{hunt}</p>
          <p className={`${styles['secret']} ${own['code']}`}>{code}</p>
        </div>
        <div className={`${styles['acts']} ${own['unprinted']}`}>
          <CopyButton text={() => code} label="Copy the code" />
          <Button variant="quiet" onClick={() => window.print()}>
            Print this card
          </Button>
        </div>
        <div className={own['unprinted']}>
          <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
            I have it in a safe place
          </Checkbox>
        </div>
      </Stack>
      <DialogActions>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
