import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField } from '../../components/ui/field.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { callApi } from '../../lib/api-client.ts';
import { renewToken } from '../../lib/session-store.ts';
import { focusRejectedField } from '../accounts/focus-rejected-field.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import { changeForm } from '../accounts/new-password-schema.ts';
import { ALL_REQUIRED } from '../accounts/texts.ts';
import { useShownErrors } from '../accounts/use-shown-errors.ts';
import { useSingleFlight } from '../accounts/use-single-flight.ts';
import styles from './account-settings.module.css';
import { HiddenUsername } from './hidden-username.tsx';

type Passwords = { currentPassword: string; newPassword: string };

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };
const FIELDS = ['currentPassword', 'newPassword'] as const;
const TEXTS = {
  refused: 'Failed to change password',
  failed: 'An error occurred. Please try again.',
};
const CLOSE_DELAY_MS = 3000;

export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const { register, handleSubmit, formState, setFocus, reset } = useForm({
    resolver: zodResolver(changeForm),
    defaultValues: EMPTY,
  });
  const attempt = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Passwords) =>
      callApi('POST /api/auth/change-password', { body: { currentPassword, newPassword } }),
    onSuccess: ({ token }) => {
      renewToken(token);
      reset();
    },
    onError: (error) => focusRejectedField(error, FIELDS, setFocus),
  });
  const send = useSingleFlight(attempt);
  useDelayedClose(attempt.isSuccess, onClose);
  const { boxId, summary, errorsOf } = useShownErrors(
    formState.errors,
    attempt.error,
    ALL_REQUIRED,
  );
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(send, attempt.reset)}>
      <LiveRegion>
        {attempt.isSuccess && <Notice tone="success">Password changed successfully!</Notice>}
      </LiveRegion>
      <FormAlert id={boxId} summary={summary} error={attempt.error} texts={TEXTS} />
      <HiddenUsername email={email} />
      <PasswordField
        {...register('currentPassword')}
        {...errorsOf('currentPassword')}
        label="Current Password"
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...register('newPassword')}
        {...errorsOf('newPassword')}
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
      <div className={styles['actions']}>
        <Button type="submit" isBusy={attempt.isPending}>
          {attempt.isPending ? 'Changing Password...' : 'Change Password'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function useDelayedClose(isDone: boolean, onClose: () => void) {
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(onClose, CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
}
