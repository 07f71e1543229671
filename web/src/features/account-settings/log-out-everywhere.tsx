import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { callApi } from '../../lib/api-client.ts';
import { endSession } from '../../lib/session-store.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import { useSingleFlight } from '../accounts/use-single-flight.ts';
import styles from './account-settings.module.css';

const TEXTS = {
  refused: 'Failed to end your sessions',
  failed: 'An error occurred. Please try again.',
};

export function LogOutEverywhere({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const attempt = useMutation({
    mutationFn: () => callApi('POST /api/auth/logout-everywhere', {}),
    onSuccess: () => {
      endSession('logout');
      navigate('/');
    },
  });
  const send = useSingleFlight(attempt);
  return (
    <div className={styles['form']}>
      <FormAlert error={attempt.error} texts={TEXTS} />
      <p>
        Logging out everywhere ends all of these, this one too. Your account and your hunts stay as
        they are.
      </p>
      <div className={styles['actions']}>
        <Button isBusy={attempt.isPending} onClick={() => send()}>
          {attempt.isPending ? 'Logging out...' : 'Log out everywhere'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
