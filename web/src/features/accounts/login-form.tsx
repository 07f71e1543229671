import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField, TextField } from '../../components/ui/field.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { beginSession } from '../../lib/session-store.ts';
import { consumeRedirect } from '../session/redirect-after-login.ts';
import styles from './accounts.module.css';
import { FormAlert } from './form-alert.tsx';
import { moveToNextField } from './move-to-next-field.ts';
import { useShownErrors } from './use-shown-errors.ts';
import { useSingleFlight } from './use-single-flight.ts';

const REQUIRED = 'Email and password are required';
const TEXTS = { refused: 'Login failed', failed: 'An error occurred during login' };

export function LoginForm() {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: lazyResolver(() => import('./resolvers.ts').then((rules) => rules.loginResolver)),
    defaultValues: { email: '', password: '' },
  });
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      callApi('POST /api/auth/login', { body, token: null }),
    onSuccess: ({ token, user }) => {
      beginSession(token, user);
      navigate(consumeRedirect(), { replace: true });
    },
  });
  const send = useSingleFlight(attempt);
  const { boxId, summary, errorsOf } = useShownErrors(formState.errors, attempt.error, REQUIRED);
  const isUnverified = attempt.error instanceof ApiError && attempt.error.isUnverifiedEmail;
  return (
    <form
      noValidate
      aria-label="Login"
      className={styles['form']}
      onKeyDown={moveToNextField}
      onSubmit={handleSubmit(send, attempt.reset)}
    >
      {isUnverified ? (
        <UnverifiedNotice email={attempt.variables?.email} />
      ) : (
        <FormAlert id={boxId} summary={summary} error={attempt.error} texts={TEXTS} />
      )}
      <TextField
        {...register('email')}
        {...errorsOf('email')}
        label="Email"
        type="email"
        autoComplete="username"
        required
        inputMode="email"
        enterKeyHint="next"
        autoFocus
      />
      <PasswordField
        {...register('password')}
        {...errorsOf('password')}
        label="Password"
        autoComplete="current-password"
        required
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

function UnverifiedNotice({ email }: { email?: string }) {
  return (
    <Notice tone="error">
      <p>Please verify your email address before logging in.</p>
      <p>
        <Link to="/resend-verification" state={{ email }}>
          Resend verification email
        </Link>
      </p>
    </Notice>
  );
}
