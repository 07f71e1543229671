import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatZonedMoment, fromLocalInput } from '../ui/moments.ts';
import type { EmailForm } from './use-email-form.ts';

/** Confirms the recipient count; the server compares it again. */
export function SendDialog({ form }: { form: EmailForm }) {
  const { count, send, draft } = form;
  const recipients = count.data?.count ?? 0;
  const people = recipients === 1 ? '1 person' : `${recipients.toLocaleString('en-US')} people`;
  const sendAt = fromLocalInput(draft.sendAt);
  const isLater = sendAt !== null && Date.parse(sendAt) > Date.now();
  const verb = isLater ? 'Schedule for' : 'Send to';
  return (
    <ConfirmDialog
      isOpen={count.data !== undefined}
      title={`${verb} ${people}?`}
      confirmText={send.isPending ? 'Sending...' : `${verb} ${people}`}
      isDisabled={recipients === 0}
      isBusy={send.isPending}
      error={null}
      onConfirm={() => send.mutate(recipients)}
      onClose={count.reset}
    >
      <p>
        “{draft.subject.trim()}” goes to {people}, each as a mail of their own.
      </p>
      {isLater && (
        <p>
          It begins on {formatZonedMoment(sendAt)}. The recipients are read again then. Until then
          you can change or stop it.
        </p>
      )}
      {recipients === 0 && <p>No one in this audience can receive mail.</p>}
    </ConfirmDialog>
  );
}
