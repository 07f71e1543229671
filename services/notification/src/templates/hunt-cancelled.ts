import { z } from 'zod';
import type { MailContent } from './mail.ts';
import { amountOf, factsOf, linkToReceipt, reversalVariables } from './reversal.ts';

const variables = reversalVariables.extend({ cancellation: z.object({ reason: z.string() }) });

/** For each member of a hunt that staff called off, when the refund is requested. */
export function composeHuntCancelled(input: unknown): MailContent {
  const { cancellation, ...refund } = variables.parse(input);
  const amount = amountOf(refund);
  return {
    subject: `${refund.productTitle} is called off`,
    preview: `You get your ${amount} back.`,
    heading: `${refund.productTitle} is called off`,
    paragraphs: [
      `We have called off ${refund.productTitle}. This is the reason:`,
      cancellation.reason,
      `You need not do anything: ${amount} goes back to the card that you paid with, and we write to you once more when it is on its way. Banks take up to 10 days to show it.`,
    ],
    facts: factsOf(refund),
    action: linkToReceipt(refund),
    notes: ['If you have a question, answer this mail.'],
  };
}
