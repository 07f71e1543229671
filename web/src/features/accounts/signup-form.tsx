import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox, PasswordField, TextField } from '../../components/ui/field.tsx';
import { Link } from '../../components/ui/link.tsx';
import { callApi } from '../../lib/api-client.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { findHuntToJoin } from '../session/redirect-after-login.ts';
import styles from './accounts.module.css';
import { focusRejectedField } from './focus-rejected-field.ts';
import { FormAlert } from './form-alert.tsx';
import { moveToNextField } from './move-to-next-field.ts';
import { ALL_REQUIRED } from './texts.ts';
import { useShownErrors } from './use-shown-errors.ts';
import { useSingleFlight } from './use-single-flight.ts';

const EMPTY = {
  email: '',
  password: '',
  confirmPassword: '',
  agreesToTerms: false,
  agreesToRisk: false,
};

const FIELDS = ['email', 'password'] as const;
const TEXTS = { refused: 'Signup failed', failed: 'An error occurred during signup' };

export function SignupForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: lazyResolver(() => import('./resolvers.ts').then((rules) => rules.signupResolver)),
    defaultValues: EMPTY,
  });
  const attempt = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      callApi('POST /api/auth/signup', {
        body: { ...body, huntHandle: findHuntToJoin() },
        token: null,
      }),
    onSuccess: (_, { email }) => onSent(email),
    onError: (error) => focusRejectedField(error, FIELDS, setFocus),
  });
  const send = useSingleFlight(attempt);
  const { boxId, summary, errorsOf } = useShownErrors(
    formState.errors,
    attempt.error,
    ALL_REQUIRED,
  );
  return (
    <form
      noValidate
      aria-label="Sign Up"
      className={styles['form']}
      onKeyDown={moveToNextField}
      onSubmit={handleSubmit(({ email, password }) => send({ email, password }), attempt.reset)}
    >
      <FormAlert id={boxId} summary={summary} error={attempt.error} texts={TEXTS} />
      <TextField
        {...register('email')}
        {...errorsOf('email')}
        label="Email"
        type="email"
        autoComplete="email"
        required
        inputMode="email"
        enterKeyHint="next"
        autoFocus
      />
      <PasswordField
        {...register('password')}
        {...errorsOf('password')}
        label="Password"
        hint="Must be at least 8 characters"
        autoComplete="new-password"
        enterKeyHint="next"
        required
      />
      <PasswordField
        {...register('confirmPassword')}
        {...errorsOf('confirmPassword')}
        label="Confirm Password"
        autoComplete="new-password"
        required
      />
      <div className={styles['consents']}>
        <Checkbox {...register('agreesToTerms')} {...errorsOf('agreesToTerms')} required>
          I agree to the{' '}
          <Link to="/terms" target="_blank">
            Terms of Service
          </Link>
        </Checkbox>
        <Checkbox {...register('agreesToRisk')} {...errorsOf('agreesToRisk')} required>
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
