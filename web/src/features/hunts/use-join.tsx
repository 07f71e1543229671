import type { Product } from '@cairn/contracts/http/hunts.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { useOnDemand } from '../../lib/use-on-demand.ts';
import { useSession } from '../session/use-session.ts';

type Join = {
  /** Opens the payment dialog, or for a visitor the prompt to sign up or log in. */
  join: () => void;
  dialogs: ReactNode;
};

type Options = { onJoined: (hunt: Product) => void; isOpenAtFirst?: boolean };

const importPayment = async () => (await import('../payments/payment-dialog.tsx')).PaymentDialog;
export const importPrompt = async () => (await import('./sign-up-prompt.tsx')).SignUpPrompt;

export function useJoin(hunt: Product, { onJoined, isOpenAtFirst = false }: Options): Join {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isPaying, setPaying] = useState(isOpenAtFirst);
  const payment = useOnDemand(importPayment);
  const prompt = useOnDemand(importPrompt);
  const { isSignedIn } = useSession();
  const close = () => setOpen(false);
  useEffect(() => {
    if (isOpenAtFirst) payment.load();
  }, [isOpenAtFirst, payment.load]);
  function join() {
    setOpen(true);
    setPaying(isSignedIn);
    if (isSignedIn) payment.load();
    else prompt.load();
  }
  const dialogs = (
    <>
      {prompt.hasFailed && <NotOpened what="The sign-up could not be opened." />}
      {prompt.Loaded && <prompt.Loaded isOpen={isOpen && !isPaying} onClose={close} hunt={hunt} />}
      {payment.hasFailed && (
        <NotOpened what="The payment could not be opened, and nothing was charged." />
      )}
      {isPaying && payment.Loaded && (
        <payment.Loaded
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

function NotOpened({ what }: { what: string }) {
  return (
    <Notice tone="error">
      {what} Are you offline? Press Join again in a moment, or load the page again.
    </Notice>
  );
}
