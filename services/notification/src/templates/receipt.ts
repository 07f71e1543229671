import { card, nameCard } from '@cairn/contracts/card.ts';
import { z } from 'zod';
import { formatAmount, formatDate, type MailContent } from './mail.ts';

const variables = z.object({
  publicUrl: z.string(),
  firstName: z.string().nullish(),
  purchaseId: z.string(),
  /** Absent if the event is of an earlier release. */
  receiptNumber: z.string().optional(),
  productTitle: z.string(),
  handle: z.string(),
  region: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  recordedAt: z.iso.datetime(),
  card: card.nullish(),
});

export function composeReceipt(input: unknown): MailContent {
  const purchase = variables.parse(input);
  const amount = formatAmount(purchase);
  const date = formatDate(purchase.recordedAt);
  return {
    subject: `Your receipt: ${purchase.productTitle}`,
    preview: `You have joined ${purchase.productTitle}. ${amount} paid.`,
    heading: purchase.firstName ? `You are in, ${purchase.firstName}` : 'You are in',
    paragraphs: [
      `You have joined ${purchase.productTitle}. The prize has just grown, and clues and updates will reach you about once a week.`,
    ],
    facts: [
      ['Hunt', purchase.productTitle],
      ['Region', purchase.region],
      ['Paid', `${amount} ${purchase.currency}`],
      ['Paid with', purchase.card ? nameCard(purchase.card) : 'Card'],
      ['Date', date],
      ['Receipt number', purchase.receiptNumber ?? purchase.purchaseId],
    ],
    action: { label: 'Go to the hunt', url: `${purchase.publicUrl}/hunt/${purchase.handle}` },
    notes: [
      {
        text: 'Please keep this mail: it is your receipt.',
        link: {
          label: 'Print the receipt',
          url: `${purchase.publicUrl}/receipt/${purchase.purchaseId}`,
        },
      },
    ],
  };
}
