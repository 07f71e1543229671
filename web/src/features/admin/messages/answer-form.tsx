import type { StaffContactMessage } from '@cairn/contracts/http/staff-contact.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { TextArea } from '../ui/fields.tsx';

type Props = {
  message: StaffContactMessage;
  onAnswered: (message: StaffContactMessage) => void;
  onCancel: () => void;
};

export function AnswerForm({ message: { id, name, email, answers }, onAnswered, onCancel }: Props) {
  const draftKey = `contact-answer-${id}`;
  const [body, setBody] = useState(() => readDraft<string>(draftKey) ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () =>
      callRoute('POST /api/admin/contact-messages/:id/answers', {
        params: { id },
        body: { body: body.trim(), expectAnswers: answers.length },
      }),
    onSuccess: (answered) => {
      dropDraft(draftKey);
      onAnswered(answered);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('overview') }),
  });
  function type(text: string) {
    setBody(text);
    if (text.trim() === '') dropDraft(draftKey);
    else saveDraft(draftKey, text);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack>
        <TextArea
          ref={area}
          label={`Answer to ${name}`}
          hint={`Goes to ${email} as a mail from us. The message itself is not quoted.`}
          rows={6}
          maxLength={10_000}
          value={body}
          required
          onChange={(event) => type(event.target.value)}
        />
        {send.error && <Notice tone="error">{messageOf(send.error, TEXTS)}</Notice>}
        <div className={styles['actions']}>
          <Button type="submit" isBusy={send.isPending} disabled={body.trim() === ''}>
            Send answer
          </Button>
          <Button variant="quiet" disabled={send.isPending} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Stack>
    </form>
  );
}
