import { useSyncExternalStore } from 'react';
import { useSession } from '../session/use-session.ts';
import type { ConfirmCard } from './charge-card.ts';
import { dismiss, pay, readPhase, subscribe } from './payment-flow.ts';

/** The payment state of a product, shared by dialog and page. */
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
