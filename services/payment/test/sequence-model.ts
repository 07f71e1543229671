/** A charge with what the test did to it at Stripe. */
export type Charge = {
  intentId: string;
  isRefunded: boolean;
  dispute: null | 'open' | 'won' | 'lost';
};

export function expectedOf({ isRefunded, dispute }: Charge): string {
  if (isRefunded) return 'refunded';
  return dispute === 'open' || dispute === 'lost' ? 'disputed' : 'completed';
}

/**
 * The allowed status codes of a refund call for a purchase that was, or was not, completed before the
 * call: the reconciliation of a concurrent sequence may have synchronised it since. The events of a
 * won dispute are applied in order, so that the purchase is disputed for a moment.
 */
export function refundAnswers(wasCompleted: boolean, charge: Charge | undefined): number[] {
  const atStripe = charge ? expectedOf(charge) : null;
  const wasDisputed = charge?.dispute === 'won';
  if (wasCompleted) return atStripe === 'completed' && !wasDisputed ? [200] : [200, 409];
  return atStripe === 'completed' && wasDisputed ? [200, 409] : [409];
}
