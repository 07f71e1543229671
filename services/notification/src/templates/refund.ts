import { z } from 'zod';
import type { MailContent } from './mail.ts';
import { amountOf, factsOf, linkToHunt, linkToReceipt, reversalVariables } from './reversal.ts';

const variables = reversalVariables.extend({
  outcome: z.enum(['succeeded', 'failed']),
  /** Present if staff called the hunt off. */
  cancellation: z.object({ reason: z.string() }).optional(),
});

export function composeRefund(input: unknown): MailContent {
  const refund = variables.parse(input);
  return refund.outcome === 'succeeded' ? composeMade(refund) : composeFailed(refund);
}

function composeMade(refund: z.infer<typeof variables>): MailContent {
  const amount = amountOf(refund);
  return {
    subject: `Your refund: ${refund.productTitle}`,
    preview: `${amount} is on its way back to your card.`,
    heading: 'Your money is on its way back',
    paragraphs: [
      `We have refunded ${amount} for ${refund.productTitle} to the card that you paid with. Banks take up to 10 days to show it.`,
      refund.cancellation
        ? 'The hunt is called off, so every member gets their money back.'
        : 'Your place in this hunt has ended with it, and the prize is smaller by what your purchase had added. You are welcome to join again while the hunt is open.',
    ],
    facts: factsOf(refund),
    action: linkToReceipt(refund),
    notes: ['If you did not expect this, please write to us by answering this mail.'],
  };
}

function composeFailed(refund: z.infer<typeof variables>): MailContent {
  const amount = amountOf(refund);
  return {
    subject: `Your refund did not go through: ${refund.productTitle}`,
    preview: refund.cancellation
      ? 'Your bank did not take the money. We find another way.'
      : 'Your bank did not take the money. Your place in the hunt is yours again.',
    heading: 'Your refund did not go through',
    paragraphs: [
      `We tried to send ${amount} for ${refund.productTitle} back to your card, but your bank did not take it. Nothing was refunded.`,
      refund.cancellation
        ? 'The hunt is called off, and the money is yours. Please answer this mail, so that we find another way to send it.'
        : 'Your place in the hunt is yours again. If you still want your money back, answer this mail and we will find another way.',
    ],
    facts: factsOf(refund),
    action: linkToHunt(refund),
  };
}
