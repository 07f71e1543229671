import type { Purchase } from '@cairn/contracts/http/back-office.ts';

type Price = Pick<Purchase, 'price_amount' | 'price_currency'>;

/** `$20.00 USD` */
export function priceText({ price_amount, price_currency }: Price): string {
  return `$${price_amount.toFixed(2)} ${price_currency || 'USD'}`;
}
