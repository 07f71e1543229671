import { z } from 'zod';

/** The only card data that is stored, for receipts: `brand` as Stripe spells it (`visa`, `amex`). */
export const card = z.object({
  brand: z.string().regex(/^[a-z0-9_]{1,40}$/),
  last4: z.string().regex(/^\d{4}$/),
});
export type Card = z.infer<typeof card>;

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
  cartes_bancaires: 'Cartes Bancaires',
};

/** `Visa ending in 4242` */
export function nameCard({ brand, last4 }: Card): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}
