import { dollarsFromCents } from '@cairn/contracts/money.ts';

/** `$20.00` */
export function formatAmount({
  amountCents,
  currency,
}: {
  amountCents: number;
  currency: string;
}): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(dollarsFromCents(amountCents));
}

/** `November 21, 2026`, in UTC. */
export function formatDate(time: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(time));
}
