import { z } from 'zod';
import type { MailContent } from './mail.ts';
import { amountOf, factsOf, linkToHunt, linkToReceipt, reversalVariables } from './reversal.ts';

const variables = reversalVariables.extend({ outcome: z.enum(['open', 'won', 'lost']) });
type Dispute = z.infer<typeof variables>;

/** `won` is won by us: the payment stands. */
export function composeDispute(input: unknown): MailContent {
  const dispute = variables.parse(input);
  return { ...TEXTS[dispute.outcome](dispute), facts: factsOf(dispute) };
}

const TEXTS: Record<Dispute['outcome'], (dispute: Dispute) => MailContent> = {
  open: (dispute) => ({
    subject: `Your payment is disputed: ${dispute.productTitle}`,
    preview: 'Your place in the hunt is on hold until your bank has decided.',
    heading: 'Your payment is disputed',
    paragraphs: [
      `Your bank has told us that the payment of ${amountOf(dispute)} for ${dispute.productTitle} is disputed. Until it has decided, your place in the hunt is on hold and the prize does not count your purchase.`,
    ],
    action: linkToReceipt(dispute),
    notes: [
      'If you did not mean to dispute it, please tell your bank, and answer this mail so that we know.',
    ],
  }),
  won: (dispute) => ({
    subject: `You are back in: ${dispute.productTitle}`,
    preview: 'The dispute is closed and your payment stands.',
    heading: 'You are back in',
    paragraphs: [
      `The dispute about your payment of ${amountOf(dispute)} is closed, and the payment stands. Your place in ${dispute.productTitle} is yours again, and the prize counts your purchase.`,
    ],
    action: linkToHunt(dispute),
  }),
  lost: (dispute) => ({
    subject: `The dispute is closed: ${dispute.productTitle}`,
    preview: 'The money is back with you, and your place in the hunt has ended.',
    heading: 'The dispute is closed',
    paragraphs: [
      `Your bank has decided that ${amountOf(dispute)} for ${dispute.productTitle} goes back to you. Your place in this hunt has ended with it.`,
    ],
    action: linkToReceipt(dispute),
    notes: ['If you think that this is a mistake, please write to us by answering this mail.'],
  }),
};
