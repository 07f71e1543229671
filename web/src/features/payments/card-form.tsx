import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import { DialogActions } from '../../components/ui/dialog.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatDollars } from '../../lib/money.ts';
import type { ConfirmCard } from './charge-card.ts';
import styles from './payments.module.css';
import { useCardOptions } from './use-card-style.ts';

type Props = {
  cost: number;
  isCharging: boolean;
  problem: string | null;
  onPay: (confirmCard: ConfirmCard) => Promise<void>;
  onCancel: () => void;
};

export function CardForm({ cost, isCharging, problem, onPay, onCancel }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const [slip, setSlip] = useState<string | null>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || isCharging) return;
    await onPay((clientSecret) =>
      stripe.confirmCardPayment(clientSecret, { payment_method: { card } }),
    );
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <CardField
        isDisabled={isCharging}
        slip={slip}
        onChange={(event) => setSlip(event.error?.message ?? null)}
      />
      {problem && (
        <Notice tone="error">
          <p>{problem}</p>
          <p>You were not charged.</p>
        </Notice>
      )}
      <p className={styles['safety']}>
        <Lock />
        Your card goes straight to our card provider; we never see its number. You pay once.
      </p>
      <DialogActions>
        <Button type="submit" variant="primary" disabled={!stripe} isBusy={isCharging}>
          {isCharging ? 'Processing...' : `Pay ${formatDollars(cost)}`}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={isCharging}>
          Cancel
        </Button>
      </DialogActions>
    </form>
  );
}

function Lock() {
  return (
    <svg viewBox="0 0 20 20" className={styles['lock']} aria-hidden="true">
      <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9M5 9h10v7.5H5z" />
    </svg>
  );
}

type CardFieldProps = {
  isDisabled: boolean;
  slip: string | null;
  onChange: (event: StripeCardElementChangeEvent) => void;
};

function CardField({ isDisabled, slip, onChange }: CardFieldProps) {
  const [hasFocus, setFocus] = useState(false);
  const options = useCardOptions(isDisabled);
  return (
    <fieldset className={styles['card']}>
      <legend>Card details</legend>
      <div className={classNames(styles['frame'], hasFocus && styles['focused'])}>
        <CardElement
          options={options}
          onChange={onChange}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
        />
      </div>
      <p className={styles['slip']} role="alert">
        {slip}
      </p>
    </fieldset>
  );
}
