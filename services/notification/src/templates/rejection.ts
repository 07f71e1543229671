import { z } from 'zod';
import type { MailContent } from './mail.ts';
import { amountOf, factsOf, linkToReceipt, reversalVariables } from './reversal.ts';

const variables = reversalVariables.extend({ cause: z.enum(['twice', 'late']) });

/** For money that bought nothing. */
export function composeRejection(input: unknown): MailContent {
  const rejection = variables.parse(input);
  const amount = amountOf(rejection);
  const { productTitle } = rejection;
  return {
    subject: `We are sending your payment back: ${productTitle}`,
    preview: `${amount} goes back to your card by itself.`,
    heading: 'We are sending your payment back',
    paragraphs: [
      rejection.cause === 'twice'
        ? `A second payment of ${amount} for ${productTitle} has reached us. One place costs once, so we are sending the second one back. Your place in the hunt is not touched by this.`
        : `Your payment of ${amount} for ${productTitle} reached us when the hunt was no longer open, so we are sending it back.`,
      'You need not do anything: the money goes back to the card that you paid with. Banks take up to 10 days to show it.',
    ],
    facts: factsOf(rejection),
    action: linkToReceipt(rejection),
  };
}
