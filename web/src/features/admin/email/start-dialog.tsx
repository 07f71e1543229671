import { useEffect } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isEmpty } from './email-draft.ts';
import type { EmailForm, StartContent } from './use-email-form.ts';

type Props = { form: EmailForm; start: StartContent | null; onDone: () => void };

/** Begins the mail with `start`; asks first if that replaces something written. */
export function StartDialog({ form, start, onDone }: Props) {
  const isReplacing = !isEmpty(form.draft) || form.selected.length > 0;
  function begin() {
    if (start) form.startFrom(start);
    onDone();
  }
  useEffect(() => {
    if (start && !isReplacing) begin();
  });
  return (
    <ConfirmDialog
      isOpen={start !== null && isReplacing}
      title="Replace what you have written?"
      confirmText="Replace it"
      isDangerous
      isBusy={false}
      error={null}
      onConfirm={begin}
      onClose={onDone}
    >
      <p>The mail that you have started, with its recipients, is replaced by “{start?.subject}”.</p>
    </ConfirmDialog>
  );
}
