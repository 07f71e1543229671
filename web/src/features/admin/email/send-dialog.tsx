import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { EmailForm } from './use-email-form.ts';

/** Confirms the recipient count; the server compares it again when the mailing starts. */
export function SendDialog({ form }: { form: EmailForm }) {
  const { count, send, draft } = form;
  const recipients = count.data?.count ?? 0;
  const people = recipients === 1 ? '1 person' : `${recipients.toLocaleString('en-US')} people`;
  return (
    <ConfirmDialog
      isOpen={count.data !== undefined}
      title={`Send to ${people}?`}
      confirmText={send.isPending ? 'Sending...' : `Send to ${people}`}
      isDisabled={recipients === 0}
      isBusy={send.isPending}
      error={null}
      onConfirm={() => send.mutate(recipients)}
      onClose={count.reset}
    >
      <p>
        “{draft.subject.trim()}” goes to {people}, each as a mail of their own.
      </p>
      {recipients === 0 && <p>No one in this audience can receive mail.</p>}
    </ConfirmDialog>
  );
}
