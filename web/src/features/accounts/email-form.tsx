import { requestPasswordReset } from '@cairn/contracts/http/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { callApi } from '../../lib/api-client.ts';
import styles from './accounts.module.css';
import { FormAlert } from './form-alert.tsx';
import { showRefusedFields } from './show-refused-fields.ts';

type Props = {
  path: '/api/auth/password-reset/request' | '/api/auth/resend-verification';
  buttonText: string;
  refusedText: string;
  onSent: () => void;
};

const FIELDS = ['email'] as const;

/** Asks for a mail to an address; what comes back is the same for every address. */
export function EmailForm({ path, buttonText, refusedText, onSent }: Props) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(requestPasswordReset.body),
    defaultValues: { email: emailIn(useLocation().state) },
  });
  const attempt = useMutation({
    mutationFn: (body: { email: string }) => callApi(path, { method: 'POST', body, token: null }),
    onSuccess: onSent,
    onError: (error) => showRefusedFields(error, FIELDS, setError),
  });
  const texts = { refused: refusedText, failed: 'An error occurred. Please try again.' };
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={handleSubmit((body) => attempt.mutate(body), attempt.reset)}
    >
      <FormAlert texts={texts} error={attempt.error} fieldNames={FIELDS} />
      <TextField
        {...register('email')}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        error={formState.errors.email?.message}
      />
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Sending...' : buttonText}
      </Button>
    </form>
  );
}

/** The address that was typed on the page that led here. */
function emailIn(state: unknown): string {
  const { email } = Object(state);
  return typeof email === 'string' ? email : '';
}
