import { login, type Session } from '@cairn/contracts/http/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField, TextField } from '../../components/ui/field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { takeRedirect } from '../session/redirect-after-login.ts';
import { beginSession } from '../session/session-store.ts';
import styles from './accounts.module.css';
import { arrangeErrors } from './form-errors.ts';

const REQUIRED = 'Email and password are required';

export function LoginForm() {
  const boxId = useId();
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(login.body),
    defaultValues: { email: '', password: '' },
  });
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      callApi<Session>('/api/auth/login', { method: 'POST', body, token: null }),
    onSuccess: ({ token, user }) => {
      beginSession(token, user);
      navigate(takeRedirect(), { replace: true });
    },
  });
  const { summary, fields, summarised } = arrangeErrors(formState.errors, REQUIRED);
  const errorIdOf = (name: string) => (summarised.has(name) ? boxId : undefined);
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={handleSubmit((body) => attempt.mutate(body))}
    >
      {summary && (
        <Notice tone="error" id={boxId}>
          {summary}
        </Notice>
      )}
      {!summary && attempt.error && <LoginRefusal error={attempt.error} />}
      <TextField
        {...register('email')}
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        error={fields['email']}
        errorId={errorIdOf('email')}
      />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="current-password"
        error={fields['password']}
        errorId={errorIdOf('password')}
      />
      <p className={styles['aside']}>
        <Link to="/request-reset">Forgot password?</Link>
      </p>
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Logging in...' : 'Log In'}
      </Button>
    </form>
  );
}

function LoginRefusal({ error }: { error: Error }) {
  if (error instanceof ApiError && error.isUnverifiedEmail) {
    return (
      <Notice tone="error">
        <p>Please verify your email address before logging in.</p>
        <p>
          <Link to="/resend-verification">Resend verification email</Link>
        </p>
      </Notice>
    );
  }
  const texts = { refused: 'Login failed', failed: 'An error occurred during login' };
  return <Notice tone="error">{messageOf(error, texts)}</Notice>;
}
