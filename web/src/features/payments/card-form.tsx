import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../components/ui/class-names.ts';
import { DialogActions } from '../../components/ui/dialog.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import type { ConfirmCard } from './charge-card.ts';
import styles from './payments.module.css';
import { useCardOptions } from './use-card-style.ts';

type Props = {
  cost: number;
  /** Where the receipt goes. */
  email: string | undefined;
  isCharging: boolean;
  problem: string | null;
  onPay: (confirmCard: ConfirmCard) => Promise<void>;
  onCancel: () => void;
};

export function CardForm({ cost, email, isCharging, problem, onPay, onCancel }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const [slip, setSlip] = useState<string | null>(null);
  const [lastProblem, setLastProblem] = useState<string | null>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || isCharging) return;
    setLastProblem(problem);
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
      {problem && <PaymentProblem text={problem} />}
      {isCharging && lastProblem && <PaymentProblem text={lastProblem} isReserved />}
      <p className={styles['safety']}>
        <Lock />
        Your card goes straight to our card provider; we never see its number. You pay once.
      </p>
      <PurchaseTerms email={email} />
      <DialogActions isSticky>
        <Button
          type="submit"
          variant="primary"
          disabled={!stripe}
          isBusy={isCharging}
          busyText="Processing..."
        >
          Pay {formatDollars(cost)}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={isCharging}>
          Cancel
        </Button>
      </DialogActions>
    </form>
  );
}

/** Reserved: invisible, keeps the height of the last problem while the next attempt is processed. */
function PaymentProblem({ text, isReserved }: { text: string; isReserved?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isReserved) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isReserved]);
  return (
    <div ref={place} className={isReserved ? styles['reserved'] : styles['problem']}>
      <Notice tone="error">
        <p>{text}</p>
        <p>You were not charged.</p>
      </Notice>
    </div>
  );
}

/** The link opens another tab, so that the typed card is kept. */
function PurchaseTerms({ email }: { email: string | undefined }) {
  return (
    <p className={styles['about']}>
      {email && (
        <>
          The receipt goes to <span className={styles['address']}>{email}</span>.{' '}
        </>
      )}
      Paid by mistake? Write to us within 14 days, before any further clue has come out, and you get
      your money back.{' '}
      <a href="/terms#refunds" target="_blank" rel="noreferrer">
        All refund rules<VisuallyHidden> (opens a new tab)</VisuallyHidden>
      </a>
    </p>
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
  const field = useRef<HTMLFieldSetElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const options = useCardOptions(isDisabled);
  /** Unless the player has reached a button or link of the form while the field was loading. */
  function focusCard(card: StripeCardElement) {
    if (!field.current?.form?.contains(document.activeElement)) card.focus();
  }
  function showFocus() {
    setFocus(true);
    frame.current?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <fieldset ref={field} className={styles['card']}>
      <legend>Card details</legend>
      <div ref={frame} className={classNames(styles['frame'], hasFocus && styles['focused'])}>
        <CardElement
          options={options}
          onReady={focusCard}
          onChange={onChange}
          onFocus={showFocus}
          onBlur={() => setFocus(false)}
        />
      </div>
      <p className={styles['slip']} role="alert">
        {slip}
      </p>
    </fieldset>
  );
}
