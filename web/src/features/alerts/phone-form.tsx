import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import { useSingleFlight } from '../accounts/use-single-flight.ts';
import styles from './alerts.module.css';
import { usePhoneRequest } from './use-phone.ts';

const TEXTS = {
  refused: 'Failed to send the code',
  failed: 'An error occurred. Please try again.',
};

export function PhoneForm({ onSent, onCancel }: { onSent: () => void; onCancel?: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: lazyResolver(() =>
      import('./phone-resolvers.ts').then((rules) => rules.phoneResolver),
    ),
    defaultValues: { phone: '' },
  });
  const attempt = usePhoneRequest(onSent);
  const send = useSingleFlight(attempt);
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(send, attempt.reset)}>
      <FormAlert error={attempt.error} texts={TEXTS} />
      <TextField
        {...register('phone')}
        label="Phone number"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        placeholder="(802) 555-0123"
        hint="We send a code to it. Your carrier may charge for messages."
        required
        error={formState.errors.phone?.message}
      />
      <div className={styles['actions']}>
        <Button type="submit" isBusy={attempt.isPending}>
          {attempt.isPending ? 'Sending...' : 'Send code'}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
