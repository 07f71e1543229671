import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { TextArea, TextField } from '../../components/ui/field.tsx';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { focusRejectedField } from '../accounts/focus-rejected-field.ts';
import { useSingleFlight } from '../accounts/use-single-flight.ts';
import styles from './contact.module.css';
import { ContactNotice } from './contact-notice.tsx';
import { MAX_MESSAGES } from './contact-window.ts';
import { useContactWindow } from './use-contact-window.ts';

type Message = { name: string; email: string; message: string };

const EMPTY: Message = { name: '', email: '', message: '' };
const FIELDS = ['name', 'email', 'message'] as const;

export function ContactForm() {
  const { register, handleSubmit, formState, setFocus, reset } = useForm({
    resolver: lazyResolver(() =>
      import('./contact-resolver.ts').then((rules) => rules.contactResolver),
    ),
    defaultValues: EMPTY,
  });
  const { window, refresh, count, block } = useContactWindow();
  const [isTooEarly, setTooEarly] = useState(false);
  const attempt = useMutation({
    mutationFn: (body: Message) => callApi('POST /api/contact', { body, token: null }),
    onSuccess: () => {
      count();
      reset();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 429) block(error.retryAfter ?? 600);
      focusRejectedField(error, FIELDS, setFocus);
    },
  });
  const send = useSingleFlight(attempt);
  function submit(message: Message) {
    const isBlocked = refresh().blocked;
    setTooEarly(isBlocked);
    if (!isBlocked) send(message);
  }
  const errorOf = (name: keyof Message) => formState.errors[name]?.message;
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(submit, attempt.reset)}>
      <ContactNotice attempt={attempt} window={window} isTooEarly={isTooEarly} />
      <TextField
        {...register('name')}
        label="Name"
        placeholder="Your name"
        autoComplete="name"
        required
        error={errorOf('name')}
      />
      <TextField
        {...register('email')}
        label="Email"
        type="email"
        placeholder="you@example.com"
        autoComplete="email"
        inputMode="email"
        required
        error={errorOf('email')}
      />
      <TextArea
        {...register('message')}
        label="Message"
        rows={5}
        placeholder="How can we help you?"
        required
        error={errorOf('message')}
      />
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Sending...' : 'Send Message'}
      </Button>
      <p className={styles['left']} aria-live="polite">
        {window.count > 0 &&
          `${MAX_MESSAGES - window.count} of 3 submissions remaining in this 10-minute window`}
      </p>
    </form>
  );
}
