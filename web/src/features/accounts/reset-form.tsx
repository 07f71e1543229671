import { INVALID_RESET_LINK } from '@cairn/contracts/http/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField } from '../../components/ui/field.tsx';
import { callApi } from '../../lib/api-client.ts';
import { SESSION_KEY } from '../session/use-session.ts';
import styles from './accounts.module.css';
import { focusRefused } from './focus-refused.ts';
import { FormAlert } from './form-alert.tsx';
import { resetForm } from './new-password-schema.ts';
import { ALL_REQUIRED } from './signup-schema.ts';
import { useShownErrors } from './use-shown-errors.ts';

const REFUSABLE = ['password'] as const;
const TEXTS = {
  refused: 'Failed to reset password',
  failed: 'An error occurred. Please try again.',
};

export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(resetForm),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const attempt = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      callApi('/api/auth/password-reset/reset', {
        method: 'POST',
        body: { token, password },
        token: null,
      }),
    onSuccess: () => {
      // Every session of this account has ended; the one of this browser may be one of them.
      void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
      onDone();
    },
    onError: (error) => focusRefused(error, REFUSABLE, setFocus),
  });
  const { boxId, summary, errorsOf } = useShownErrors(
    formState.errors,
    attempt.error,
    ALL_REQUIRED,
  );
  const isLinkRefused = attempt.error?.message === INVALID_RESET_LINK;
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={handleSubmit((form) => attempt.mutate(form), attempt.reset)}
    >
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
      />
      <PasswordField
        {...register('confirmPassword')}
        {...errorsOf('confirmPassword')}
        label="Confirm New Password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" isWide isBusy={attempt.isPending}>
        {attempt.isPending ? 'Resetting Password...' : 'Reset Password'}
      </Button>
    </form>
  );
}
