import { useSession } from '../session/use-session.ts';
import type { ConfirmCard } from './charge-card.ts';
import { dismiss, pay, usePhase } from './payment-flow.ts';

/** The payment of a product by the user of the session. */
export function usePayment(productId: string) {
  const phase = usePhase(productId);
  const { user } = useSession();
  return {
    phase,
    async pay(cost: number, confirmCard: ConfirmCard) {
      if (user) await pay({ userId: user.id, email: user.email, productId, cost }, confirmCard);
    },
    dismiss: () => dismiss(productId),
  };
}
