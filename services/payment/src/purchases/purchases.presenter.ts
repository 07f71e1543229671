import type { Purchase as PurchaseBody } from '@cairn/contracts/http/back-office.ts';
import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { AttemptOfUser } from './attempts.store.ts';
import type { Purchase } from './purchases.store.ts';

export function presentPurchase(
  purchase: Purchase,
): PurchaseBody & Pick<OwnPurchase, 'refunded_at' | 'receipt_number'> {
  return {
    ...presentTerms(purchase),
    receipt_number: purchase.receiptNumber,
    status: purchase.status,
    refunded_at: purchase.refundedAt?.toISOString() ?? null,
  };
}

export function presentOwnPurchase(purchase: Purchase): OwnPurchase {
  const { card, dispute } = purchase;
  return { ...presentPurchase(purchase), card, dispute };
}

export function presentAttempt(attempt: AttemptOfUser) {
  const { state, clientAddress } = attempt;
  return { ...presentTerms(attempt), status: state, client_address: clientAddress };
}

function presentTerms(terms: Omit<AttemptOfUser, 'state' | 'clientAddress'>) {
  return {
    id: terms.id,
    product_id: terms.productId,
    product_title: terms.productTitle,
    handle: terms.handle,
    type: 'hunt' as const,
    region: terms.region,
    price_amount: dollarsFromCents(terms.amountCents),
    price_currency: terms.currency,
    created_at: terms.createdAt.toISOString(),
    stripe_payment_intent_id: terms.intentId,
  };
}
