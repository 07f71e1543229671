import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { RichTextEditor } from '../../editor/rich-text-editor.tsx';
import styles from '../ui/admin.module.css';
import { AudienceFields } from './audience-fields.tsx';
import { isReady } from './email-draft.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';
import { SendTimeFields } from './send-time-fields.tsx';
import { StartDialog } from './start-dialog.tsx';
import { SaveTemplate, TemplateChoice } from './templates.tsx';
import { type EmailForm, type StartContent, useEmailForm } from './use-email-form.ts';
import { useMailingConflict } from './use-mailing-conflict.ts';

const FAILED = { refused: 'Failed to send email', failed: 'Failed to send email' };
const FAILED_TO_START = {
  ...FAILED,
  failed:
    'Failed to send email: there was no answer, so it may be on its way. Look at the mailings below before you send it again.',
};
const REQUIRED = 'Subject and content are required';
const NO_RECIPIENTS =
  'Choose the recipients: this mail goes to named people, whose addresses are not kept.';

type Props = {
  /** What the writer begins with next, chosen from the list of mailings; null for nothing. */
  start: StartContent | null;
  onStarted: () => void;
};

export function EmailWriter({ start, onStarted }: Props) {
  const form = useEmailForm();
  const { draft, change, canSend, isWithoutRecipients } = form;
  const [template, setTemplate] = useState<StartContent | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setIncomplete(!isReady(draft));
    form.send.reset();
    if (canSend) form.count.mutate(draft);
  }
  const conflict = useMailingConflict(form);
  return (
    <form className={styles['form']} onSubmit={onSubmit} noValidate>
      <TemplateChoice onStart={setTemplate} />
      <StartDialog
        form={form}
        start={start ?? template}
        onDone={() => {
          setTemplate(null);
          onStarted();
        }}
      />
      {draft.editing && (
        <Notice>
          You are changing a scheduled mailing.{' '}
          <Button variant="quiet" onClick={form.clear}>
            Leave it as it is
          </Button>
        </Notice>
      )}
      {conflict.theirTexts}
      <AudienceFields
        draft={draft}
        selected={form.selected}
        change={change}
        error={isWithoutRecipients ? NO_RECIPIENTS : undefined}
      />
      <TextField
        label="Subject"
        value={draft.subject}
        maxLength={200}
        required
        autoComplete="off"
        onChange={(event) => change({ subject: event.target.value })}
      />
      <RichTextEditor
        key={form.number}
        label="Content"
        initialHtml={draft.content}
        onChange={(content) => change({ content })}
      />
      <SendTimeFields sendAt={draft.sendAt} onChange={(sendAt) => change({ sendAt })} />
      {isIncomplete && !isReady(draft) && <Notice tone="error">{REQUIRED}</Notice>}
      {!conflict.isConflict && <Outcome form={form} />}
      {conflict.dialog}
      <LiveRegion>
        {form.test.data && <Notice tone="success">The test is on its way to you.</Notice>}
      </LiveRegion>
      <Actions form={form} />
      <SendDialog form={form} />
      <PreviewDialog
        preview={form.preview.data ?? null}
        subject={draft.subject}
        onClose={form.preview.reset}
      />
    </form>
  );
}

function Actions({ form }: { form: EmailForm }) {
  const { draft, preview, test, count, send, canSend } = form;
  return (
    <div className={styles['actions']}>
      <Button
        type="submit"
        variant="primary"
        disabled={!canSend || send.isPending}
        isBusy={count.isPending}
      >
        {send.isPending ? 'Sending...' : 'Send Email'}
      </Button>
      <Button
        variant="quiet"
        disabled={!canSend}
        isBusy={preview.isPending}
        onClick={() => preview.mutate()}
      >
        Preview
      </Button>
      <Button
        variant="quiet"
        disabled={!canSend}
        isBusy={test.isPending}
        onClick={() => test.mutate()}
      >
        Send a test to myself
      </Button>
      <SaveTemplate draft={draft} />
      {!isReady(draft) && <span className={styles['faint']}>{REQUIRED}</span>}
    </div>
  );
}

function Outcome({ form }: { form: EmailForm }) {
  const { count, preview, test, send } = form;
  const error = count.error ?? preview.error ?? test.error;
  if (error) return <Notice tone="error">{messageOf(error, FAILED)}</Notice>;
  if (send.error) return <Notice tone="error">{messageOf(send.error, FAILED_TO_START)}</Notice>;
  if (!send.data) return null;
  return (
    <Notice tone="success" takesFocus>
      {send.data.text}
    </Notice>
  );
}
