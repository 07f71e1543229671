import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';

type Props = {
  isOpen: boolean;
  title: string;
  /** Describes the consequences. */
  children: ReactNode;
  confirmText: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms an action. Stays open until the call succeeds, and shows the error otherwise. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, children, confirmText, isDangerous, isDisabled, isBusy, error } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={title}
      isLocked={isBusy}
      withoutInitialButtonFocus
    >
      <Stack>
        {children}
        {error && <Notice tone="error">{messageOf(error, TEXTS)}</Notice>}
      </Stack>
      <DialogActions>
        <Button
          variant={isDangerous ? 'danger' : 'primary'}
          ignoresDoubleClick
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
