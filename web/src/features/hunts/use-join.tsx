import type { Product } from '@cairn/contracts/http/hunts.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { SignUpPrompt } from './sign-up-prompt.tsx';

// Stripe's chunk is loaded with the first click on Join.
const PaymentDialog = lazy(() =>
  import('../payments/payment-dialog.tsx').then((m) => ({ default: m.PaymentDialog })),
);

type Join = {
  /** Opens the payment dialog, or for a visitor the prompt to sign up or log in. */
  join: () => void;
  dialogs: ReactNode;
};

type Options = { onJoined: (hunt: Product) => void; isOpenAtFirst?: boolean };

export function useJoin(hunt: Product, { onJoined, isOpenAtFirst = false }: Options): Join {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isPaying, setPaying] = useState(isOpenAtFirst);
  const { isSignedIn } = useSession();
  const close = () => setOpen(false);
  function join() {
    setOpen(true);
    setPaying(isSignedIn);
  }
  const dialogs = (
    <>
      <SignUpPrompt isOpen={isOpen && !isPaying} onClose={close} hunt={hunt} />
      {isPaying && (
        <Suspense>
          <PaymentDialog
            isOpen={isOpen}
            onClose={close}
            huntTitle={hunt.title}
            huntDescription={hunt.description}
            cost={hunt.price_amount}
            productId={hunt.id}
            onSuccess={() => onJoined(hunt)}
          />
        </Suspense>
      )}
    </>
  );
  return { join, dialogs };
}
