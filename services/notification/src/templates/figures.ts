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

/** `May 17, 2026 at 2:05 PM UTC` */
export function formatMoment(time: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-US', options).format(new Date(time))} UTC`;
}
