import { useSyncExternalStore } from 'react';
import { useSession } from '../session/use-session.ts';
import type { ConfirmCard } from './charge-card.ts';
import { dismiss, pay, readPhase, subscribe } from './payment-desk.ts';

/** Where the payment for a product stands, in the dialog and on the page alike. */
export function usePayment(productId: string) {
  const phase = useSyncExternalStore(subscribe, () => readPhase(productId));
  const { user } = useSession();
  return {
    phase,
    async pay(cost: number, confirmCard: ConfirmCard) {
      if (user) await pay({ userId: user.id, email: user.email, productId, cost }, confirmCard);
    },
    dismiss: () => dismiss(productId),
  };
}
