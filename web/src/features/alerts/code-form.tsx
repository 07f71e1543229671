import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { FormAlert } from '../accounts/form-alert.tsx';
import { useSingleFlight } from '../accounts/use-single-flight.ts';
import styles from './alerts.module.css';
import { usePhoneRequest, usePhoneVerification } from './use-phone.ts';

const TEXTS = {
  refused: 'Failed to verify the code',
  failed: 'An error occurred. Please try again.',
};
const RESEND_TEXTS = { ...TEXTS, refused: 'Failed to send the code' };

/** Verifies the phone number that waits for its code. */
export function CodeForm({ phone, onOther }: { phone: string; onOther: () => void }) {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: lazyResolver(() =>
      import('./phone-resolvers.ts').then((rules) => rules.codeResolver),
    ),
    defaultValues: { code: '' },
  });
  const attempt = usePhoneVerification(() => reset());
  const resend = usePhoneRequest(() => {
    attempt.reset();
    reset();
  });
  const verify = useSingleFlight(attempt);
  const sendAgain = useSingleFlight(resend);
  function submit(body: { code: string }) {
    resend.reset();
    verify(body);
  }
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit(submit)}>
      <LiveRegion>{resend.isSuccess && <Notice>We sent a new code.</Notice>}</LiveRegion>
      <FormAlert error={attempt.error} texts={TEXTS} />
      <FormAlert error={resend.error} texts={RESEND_TEXTS} />
      <TextField
        {...register('code')}
        label="6-digit code"
        // Announced with the field, which takes the focus when the code is sent.
        hint={`We sent a code to ${formatPhone(phone)}. It is good for 10 minutes.`}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        required
        error={formState.errors.code?.message}
      />
      <div className={styles['actions']}>
        <Button type="submit" isBusy={attempt.isPending}>
          {attempt.isPending ? 'Verifying...' : 'Verify'}
        </Button>
        <Button variant="quiet" isBusy={resend.isPending} onClick={() => sendAgain({ phone })}>
          Send a new code
        </Button>
        <Button variant="quiet" onClick={onOther}>
          Use another number
        </Button>
      </div>
    </form>
  );
}

/** `+1 802 555 0123`; other countries' numbers are unchanged, because their grouping differs. */
export function formatPhone(number: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return american ? `+1 ${american.slice(1).join(' ')}` : number;
}
