/** A decline with Stripe's message: https://docs.stripe.com/testing#declined-payments */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

const DECLINED = 'Your card was declined.';

export const DECLINES = {
  generic: { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  insufficientFunds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lostCard: { code: 'card_declined', declineCode: 'lost_card', message: DECLINED },
  stolenCard: { code: 'card_declined', declineCode: 'stolen_card', message: DECLINED },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: DECLINED },
  velocityExceeded: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expiredCard: { code: 'expired_card', message: 'Your card has expired.' },
  incorrectCvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processingError: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authenticationRequired: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  notATestCard: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
} as const satisfies Record<string, Decline>;
