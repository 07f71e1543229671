import { z } from 'zod';
import { formatAmount, formatDate, type MailContent } from './mail.ts';

/** The variables of every mail about a refund, dispute or rejected purchase. */
export const reversalVariables = z.object({
  publicUrl: z.string(),
  purchaseId: z.string(),
  /** Absent if the event is of an earlier release. */
  receiptNumber: z.string().optional(),
  productTitle: z.string().default('your hunt'),
  handle: z.string().optional(),
  amountCents: z.int(),
  currency: z.string(),
  at: z.iso.datetime(),
});
type Reversal = z.infer<typeof reversalVariables>;

export function amountOf(reversal: Reversal): string {
  return `${formatAmount(reversal)} ${reversal.currency}`;
}

export function factsOf(reversal: Reversal): [string, string][] {
  return [
    ['Hunt', reversal.productTitle],
    ['Amount', amountOf(reversal)],
    ['Date', formatDate(reversal.at)],
    ['Receipt number', reversal.receiptNumber ?? reversal.purchaseId],
  ];
}

export function linkToHunt({ publicUrl, handle }: Reversal): NonNullable<MailContent['action']> {
  return {
    label: 'Go to the hunt',
    url: handle ? `${publicUrl}/hunt/${encodeURIComponent(handle)}` : `${publicUrl}/hunts`,
  };
}

export function linkToReceipt({
  publicUrl,
  purchaseId,
}: Reversal): NonNullable<MailContent['action']> {
  const url = `${publicUrl}/receipt/${encodeURIComponent(purchaseId)}`;
  return { label: 'See your receipt', url };
}
