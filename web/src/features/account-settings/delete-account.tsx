import { deleteAccount } from '@cairn/contracts/http/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { PasswordField } from '../../components/ui/field.tsx';
import { callApi } from '../../lib/api-client.ts';
import { endSession } from '../../lib/session-store.ts';
import { focusRejectedField } from '../accounts/focus-rejected-field.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import { useShownErrors } from '../accounts/use-shown-errors.ts';
import { useSingleFlight } from '../accounts/use-single-flight.ts';
import styles from './account-settings.module.css';
import { HiddenUsername } from './hidden-username.tsx';

type Props = { email: string; onClose: () => void };

const FIELDS = ['password'] as const;
const TEXTS = {
  refused: 'Failed to delete account',
  failed: 'An error occurred. Please try again.',
};

export function DeleteAccount({ email, onClose }: Props) {
  const [isConfirmed, setConfirmed] = useState(false);
  return (
    <div className={styles['form']}>
      <p>
        Your account and what we hold on you are erased, and the way into the hunts you joined is
        lost. Payments stay in our books without your name. This cannot be undone.
      </p>
      {isConfirmed ? (
        <DeletionForm email={email} onClose={onClose} />
      ) : (
        <div className={styles['actions']}>
          <Button variant="quiet" onClick={() => setConfirmed(true)}>
            I want to delete my account
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}

function DeletionForm({ email, onClose }: Props) {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(deleteAccount.body),
    defaultValues: { password: '' },
  });
  useEffect(() => setFocus('password'), [setFocus]);
  const attempt = useMutation({
    mutationFn: (body: { password: string }) => callApi('POST /api/account/delete', { body }),
    onSuccess: () => {
      endSession('deleted');
      navigate('/');
    },
    onError: (error) => focusRejectedField(error, FIELDS, setFocus),
  });
  const send = useSingleFlight(attempt);
  const { boxId, summary, errorsOf } = useShownErrors(
    formState.errors,
    attempt.error,
    'Password is required',
  );
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(send, attempt.reset)}>
      <FormAlert id={boxId} summary={summary} error={attempt.error} texts={TEXTS} />
      <HiddenUsername email={email} />
      <PasswordField
        {...register('password')}
        label="Password"
        autoComplete="current-password"
        required
        {...errorsOf('password')}
      />
      <div className={styles['actions']}>
        <Button type="submit" variant="danger" isBusy={attempt.isPending}>
          {attempt.isPending ? 'Deleting...' : 'Permanently Delete Account'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
