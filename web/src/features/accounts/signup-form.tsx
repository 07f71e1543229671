import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import styles from './accounts.module.css';
import { arrangeErrors } from './form-errors.ts';
import { ALL_REQUIRED, signupForm } from './signup-schema.ts';

const EMPTY = {
  email: '',
  password: '',
  confirmPassword: '',
  agreesToTerms: false,
  agreesToRisk: false,
};

export function SignupForm({ onSent }: { onSent: (email: string) => void }) {
  const boxId = useId();
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(signupForm),
    defaultValues: EMPTY,
  });
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      callApi('/api/auth/signup', { method: 'POST', body, token: null }),
    onSuccess: (_, { email }) => onSent(email),
    onError: (error) => {
      const told = error instanceof ApiError ? error.fields : {};
      if (told['email']) setError('email', { message: told['email'] });
      if (told['password']) setError('password', { message: told['password'] });
    },
  });
  const { summary, fields, summarised } = arrangeErrors(formState.errors, ALL_REQUIRED);
  const errorsOf = (name: keyof typeof EMPTY) => ({
    error: fields[name],
    errorId: summarised.has(name) ? boxId : undefined,
  });
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={handleSubmit(({ email, password }) => attempt.mutate({ email, password }))}
    >
      {summary && (
        <Notice tone="error" id={boxId}>
          {summary}
        </Notice>
      )}
      {!summary && attempt.error && <SignupRefusal error={attempt.error} />}
      <TextField
        {...register('email')}
        {...errorsOf('email')}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <PasswordField
        {...register('password')}
        {...errorsOf('password')}
        label="Password"
        hint="Must be at least 8 characters"
        autoComplete="new-password"
      />
      <PasswordField
        {...register('confirmPassword')}
        {...errorsOf('confirmPassword')}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <div className={styles['consents']}>
        <Checkbox {...register('agreesToTerms')} {...errorsOf('agreesToTerms')}>
          I agree to the{' '}
          <Link to="/terms" target="_blank">
            Terms of Service
          </Link>
        </Checkbox>
        <Checkbox {...register('agreesToRisk')} {...errorsOf('agreesToRisk')}>
          I acknowledge and agree to the{' '}
          <Link to="/risk-waiver" target="_blank">
            Risk Waiver
          </Link>
        </Checkbox>
      </div>
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Signing up...' : 'Sign Up'}
      </Button>
    </form>
  );
}

function SignupRefusal({ error }: { error: Error }) {
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null;
  const texts = { refused: 'Signup failed', failed: 'An error occurred during signup' };
  return <Notice tone="error">{messageOf(error, texts)}</Notice>;
}
