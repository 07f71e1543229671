import { INVALID_RESET_LINK } from '@cairn/contracts/refusal-texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField } from '../../components/ui/field.tsx';
import { Link } from '../../components/ui/link.tsx';
import { callApi } from '../../lib/api-client.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { refreshSession } from '../session/use-session.ts';
import styles from './accounts.module.css';
import { focusRejectedField } from './focus-rejected-field.ts';
import { FormAlert } from './form-alert.tsx';
import { ALL_REQUIRED } from './texts.ts';
import { useShownErrors } from './use-shown-errors.ts';
import { useSingleFlight } from './use-single-flight.ts';

const FIELDS = ['password'] as const;
const TEXTS = {
  refused: 'Failed to reset password',
  failed: 'An error occurred. Please try again.',
};

export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: lazyResolver(() => import('./resolvers.ts').then((rules) => rules.resetResolver)),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const attempt = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      callApi('POST /api/auth/password-reset/reset', { body: { token, password }, token: null }),
    onSuccess: () => {
      // The reset ended every session of this account, possibly the one of this browser.
      void refreshSession();
      onDone();
    },
    onError: (error) => focusRejectedField(error, FIELDS, setFocus),
  });
  const send = useSingleFlight(attempt);
  const { boxId, summary, errorsOf } = useShownErrors(
    formState.errors,
    attempt.error,
    ALL_REQUIRED,
  );
  const isLinkRefused = attempt.error?.message === INVALID_RESET_LINK;
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(send, attempt.reset)}>
      <FormAlert id={boxId} summary={summary} error={attempt.error} texts={TEXTS}>
        {isLinkRefused && (
          <p>
            <Link to="/request-reset">Request a new password reset</Link>
          </p>
        )}
      </FormAlert>
      <PasswordField
        {...register('password')}
        {...errorsOf('password')}
        label="New Password"
        hint="Must be at least 8 characters"
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...register('confirmPassword')}
        {...errorsOf('confirmPassword')}
        label="Confirm New Password"
        autoComplete="new-password"
        required
      />
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Resetting Password...' : 'Reset Password'}
      </Button>
    </form>
  );
}
