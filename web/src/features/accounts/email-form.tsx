import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { callApi } from '../../lib/api-client.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import styles from './accounts.module.css';
import { focusRejectedField } from './focus-rejected-field.ts';
import { FormAlert } from './form-alert.tsx';
import { ALL_REQUIRED } from './texts.ts';
import { useShownErrors } from './use-shown-errors.ts';
import { useSingleFlight } from './use-single-flight.ts';

type Props = {
  endpoint: 'POST /api/auth/password-reset/request' | 'POST /api/auth/resend-verification';
  buttonText: string;
  refusedText: string;
  onSent: () => void;
};

const FIELDS = ['email'] as const;

/** Requests a mail to an address; the answer is the same for every address. */
export function EmailForm({ endpoint, buttonText, refusedText, onSent }: Props) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: lazyResolver(() => import('./resolvers.ts').then((rules) => rules.emailResolver)),
    defaultValues: { email: emailIn(useLocation().state) },
  });
  const attempt = useMutation({
    mutationFn: (body: { email: string }) => callApi(endpoint, { body, token: null }),
    onSuccess: onSent,
    onError: (error) => focusRejectedField(error, FIELDS, setFocus),
  });
  const send = useSingleFlight(attempt);
  const texts = { refused: refusedText, failed: 'An error occurred. Please try again.' };
  const { boxId, errorsOf } = useShownErrors(formState.errors, attempt.error, ALL_REQUIRED);
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(send, attempt.reset)}>
      <FormAlert id={boxId} texts={texts} error={attempt.error} />
      <TextField
        {...register('email')}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        {...errorsOf('email')}
      />
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Sending...' : buttonText}
      </Button>
    </form>
  );
}

/** The address typed on the previous page. */
function emailIn(state: unknown): string {
  const { email } = Object(state);
  return typeof email === 'string' ? email : '';
}
