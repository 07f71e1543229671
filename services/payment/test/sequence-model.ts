/** What a charge is by what was done at Stripe alone. */
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
 * What a refund may answer of a purchase that was completed, or was not, a moment ago: since then
 * the reconciliation of a neighbour may have brought what Stripe knew of the charge. A dispute that
 * was won is brought as it was: opened first.
 */
export function refundAnswers(wasCompleted: boolean, charge: Charge | undefined): number[] {
  const atStripe = charge ? expectedOf(charge) : null;
  const wasDisputed = charge?.dispute === 'won';
  if (wasCompleted) return atStripe === 'completed' && !wasDisputed ? [200] : [200, 409];
  return atStripe === 'completed' && wasDisputed ? [200, 409] : [409];
}
