import type { Purchase as PurchaseBody } from '@cairn/contracts/http/back-office.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { Purchase } from './purchases.store.ts';

export function presentPurchase(purchase: Purchase): PurchaseBody {
  return {
    id: purchase.id,
    product_id: purchase.productId,
    product_title: purchase.productTitle,
    handle: purchase.handle,
    type: 'hunt',
    region: purchase.region,
    price_amount: dollarsFromCents(purchase.amountCents),
    price_currency: purchase.currency,
    created_at: purchase.createdAt.toISOString(),
    status: purchase.status,
    stripe_payment_intent_id: purchase.intentId,
  };
}
