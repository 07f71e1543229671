import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';

type Props = {
  isOpen: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  confirmText: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks once. It stays open until the act is done, and says so where it was refused. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, children, confirmText, isDangerous, isDisabled, isBusy, error } = props;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={title} isHeld={isBusy} isCautious>
      <Stack>
        {children}
        {error && <Notice tone="error">{messageOf(error, TEXTS)}</Notice>}
      </Stack>
      <DialogActions>
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          isOnce
          isBusy={isBusy}
          disabled={isDisabled}
          onClick={props.onConfirm}
        >
          {confirmText}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={props.onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export const TEXTS = {
  refused: 'That was refused. Nothing has changed.',
  failed:
    'There was no answer, so it is not known whether that was done. Try again: it is done only once.',
};
