import { type RejectionReason, rejectionReason } from '@cairn/contracts/events/purchases.ts';
import { z } from 'zod';
import type { MailContent } from './mail.ts';
import { amountOf, factsOf, linkToReceipt, reversalVariables } from './reversal.ts';

const variables = reversalVariables.extend({
  cause: z.enum(['twice', 'late']),
  /** Rows of an earlier release have none. */
  reason: rejectionReason.optional(),
});

/** For a payment that is refunded without a membership. */
export function composeRejection(input: unknown): MailContent {
  const rejection = variables.parse(input);
  const amount = amountOf(rejection);
  const { productTitle, cause } = rejection;
  const { reason = cause === 'twice' ? 'duplicate' : 'hunt_closed' } = rejection;
  return {
    subject: `We are sending your payment back: ${productTitle}`,
    preview: `${amount} goes back to your card by itself.`,
    heading: 'We are sending your payment back',
    paragraphs: [
      EXPLANATIONS[reason](amount, productTitle),
      'You need not do anything: the money goes back to the card that you paid with. Banks take up to 10 days to show it.',
    ],
    facts: factsOf(rejection),
    action: linkToReceipt(rejection),
  };
}

const EXPLANATIONS: Record<RejectionReason, (amount: string, title: string) => string> = {
  duplicate: (amount, title) =>
    `A second payment of ${amount} for ${title} has reached us. One place costs once, so we are sending the second one back. Your place in the hunt is not touched by this.`,
  hunt_closed: (amount, title) =>
    `Your payment of ${amount} for ${title} reached us when the hunt was no longer open, so we are sending it back.`,
  price_changed: (amount, title) =>
    `Your payment of ${amount} for ${title} was made after the price of the hunt had changed, so we are sending it back. You have not joined the hunt; you can join it at its present price.`,
  user_suspended: (amount, title) =>
    `Your payment of ${amount} for ${title} reached us while your account was suspended, so we are sending it back. You have not joined the hunt.`,
};
