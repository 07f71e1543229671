import type { ContactStatus, StaffContactMessage } from '@cairn/contracts/http/staff-contact.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card, Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { STATE_LABELS } from '../deliveries/delivery-labels.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Outcome } from '../ui/outcome.tsx';
import { AnswerForm } from './answer-form.tsx';
import own from './messages.module.css';

type Change = { replaces: StaffContactMessage; message: StaffContactMessage; text: string };

/** One contact message with its answers and actions. Stays in place after an act, with its outcome. */
export function ContactMessage({ message: listed }: { message: StaffContactMessage }) {
  const [isAnswering, setAnswering] = useState(false);
  const [changed, setChanged] = useState<Change | null>(null);
  const write = useRef<HTMLButtonElement>(null);
  // A list that was fetched after the act is newer than its answer.
  const message = changed?.replaces === listed ? changed.message : listed;
  const queryClient = useQueryClient();
  const update = useMutation({
    mutationFn: (status: 'open' | 'closed') =>
      callRoute('PATCH /api/admin/contact-messages/:id', {
        params: { id: message.id },
        body: { status },
      }),
    onSuccess: (updated) => {
      const text = updated.status === 'closed' ? 'The message is closed.' : 'It is open again.';
      setChanged({ replaces: listed, message: updated, text });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('overview') }),
  });
  function endAnswering() {
    setAnswering(false);
    write.current?.focus();
  }
  return (
    <Card as="article">
      <Stack>
        <div className={styles['split']}>
          <h2>{message.name}</h2>
          <Badge tone={TONES[message.status]}>{LABELS[message.status]}</Badge>
        </div>
        <Writer message={message} />
        <p className={own['text']}>{message.message}</p>
        {message.answers.map((answer) => (
          <Answer key={answer.id} answer={answer} />
        ))}
        {isAnswering && (
          <AnswerForm
            message={message}
            onCancel={endAnswering}
            onAnswered={(answered) => {
              setAnswering(false);
              const text = `The answer goes to ${answered.email}.`;
              setChanged({ replaces: listed, message: answered, text });
            }}
          />
        )}
        <div className={styles['actions']}>
          <Button
            ref={write}
            variant="quiet"
            aria-expanded={isAnswering}
            aria-label={`Answer ${message.name}`}
            onClick={() => setAnswering(!isAnswering)}
          >
            Answer
          </Button>
          <Button
            variant="quiet"
            isBusy={update.isPending}
            aria-label={`${message.status === 'closed' ? 'Open again' : 'Close'}: ${message.name}`}
            onClick={() => update.mutate(message.status === 'closed' ? 'open' : 'closed')}
          >
            {message.status === 'closed' ? 'Open again' : 'Close'}
          </Button>
        </div>
        {update.error && <Notice tone="error">{messageOf(update.error, TEXTS)}</Notice>}
        {changed && (
          <Outcome key={changed.text} tone="success">
            {changed.text}
          </Outcome>
        )}
      </Stack>
    </Card>
  );
}

function Writer({ message: { email, user_id, created_at } }: { message: StaffContactMessage }) {
  return (
    <p className={styles['faint']}>
      {email}, {formatMoment(created_at)},{' '}
      {user_id ? (
        <Link to={`/admin/user/${encodeURIComponent(user_id)}`}>the account with this address</Link>
      ) : (
        'no account with this address'
      )}
    </p>
  );
}

function Answer({ answer }: { answer: StaffContactMessage['answers'][number] }) {
  const { body, created_at, delivery_state } = answer;
  return (
    <div className={own['answer']}>
      <p className={styles['faint']}>
        Answer, {formatMoment(created_at)}
        {delivery_state && `, mail: ${STATE_LABELS[delivery_state].toLowerCase()}`}
      </p>
      <p className={own['text']}>{body}</p>
    </div>
  );
}

const LABELS: Record<ContactStatus, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};
const TONES = { open: 'wait', answered: 'good', closed: 'neutral' } as const;
