import type { Product } from '@cairn/contracts/http/hunts.ts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { useSession } from '../session/use-session.ts';
import { SignUpPrompt } from './sign-up-prompt.tsx';

type PaymentDialog = typeof import('../payments/payment-dialog.tsx').PaymentDialog;

type Join = {
  /** Opens the payment dialog, or for a visitor the prompt to sign up or log in. */
  join: () => void;
  dialogs: ReactNode;
};

type Options = { onJoined: (hunt: Product) => void; isOpenAtFirst?: boolean };

export function useJoin(hunt: Product, { onJoined, isOpenAtFirst = false }: Options): Join {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isPaying, setPaying] = useState(isOpenAtFirst);
  const { Payment, hasFailed, load } = usePaymentDialog(setOpen);
  const { isSignedIn } = useSession();
  const close = () => setOpen(false);
  useEffect(() => {
    if (isOpenAtFirst) load();
  }, [isOpenAtFirst, load]);
  function join() {
    setOpen(true);
    setPaying(isSignedIn);
    if (isSignedIn) load();
  }
  const dialogs = (
    <>
      <SignUpPrompt isOpen={isOpen && !isPaying} onClose={close} hunt={hunt} />
      {hasFailed && (
        <Notice tone="error">
          The payment could not be opened, and nothing was charged. Are you offline? Press Join
          again in a moment.
        </Notice>
      )}
      {isPaying && Payment && (
        <Payment
          isOpen={isOpen}
          onClose={close}
          huntTitle={hunt.title}
          huntDescription={hunt.description}
          cost={hunt.price_amount}
          productId={hunt.id}
          onSuccess={() => onJoined(hunt)}
        />
      )}
    </>
  );
  return { join, dialogs };
}

/** The dialog with Stripe's chunk, loaded when a player joins. Not by React's `lazy`, which keeps a failure. */
function usePaymentDialog(setOpen: (isOpen: boolean) => void) {
  const [Payment, setPayment] = useState<PaymentDialog | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    import('../payments/payment-dialog.tsx').then(
      ({ PaymentDialog }) => setPayment(() => PaymentDialog),
      () => {
        setFailed(true);
        setOpen(false);
      },
    );
  }, [setOpen]);
  return { Payment, hasFailed, load };
}
