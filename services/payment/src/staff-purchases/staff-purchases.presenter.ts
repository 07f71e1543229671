import type { StaffPurchase } from '@cairn/contracts/http/staff-purchases.ts';
import type { SearchResult } from '@cairn/contracts/http/staff-search.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import { toCsv } from '@cairn/service-kit/csv.ts';
import type { StaffPurchaseRow } from './staff-purchases.store.ts';

/** Email addresses by user id. */
export type Emails = ReadonlyMap<string, string>;

export function presentStaffPurchase(row: StaffPurchaseRow, emails: Emails): StaffPurchase {
  return {
    id: row.id,
    receipt_number: row.receiptNumber,
    product_id: row.productId,
    product_title: row.productTitle,
    handle: row.handle,
    type: 'hunt',
    region: row.region,
    price_amount: dollarsFromCents(row.amountCents),
    price_currency: row.currency,
    created_at: row.createdAt.toISOString(),
    status: row.status,
    stripe_payment_intent_id: row.intentId,
    refunded_at: row.refundedAt?.toISOString() ?? null,
    user_id: row.userId,
    user_email: emails.get(row.userId) ?? null,
    dispute: row.dispute,
    refund: row.refundState && {
      state: row.refundState,
      reason: row.refundReason ?? '',
      requested_at: row.refundRequestedAt?.toISOString() ?? '',
    },
  };
}

export function presentFoundPurchase(purchase: StaffPurchase): SearchResult {
  const { id, product_title, user_email, status, price_amount, receipt_number } = purchase;
  return {
    kind: 'purchase',
    id,
    label: receipt_number ?? id,
    detail: [product_title, `$${price_amount.toFixed(2)}`, status, user_email]
      .filter(Boolean)
      .join(', '),
  };
}

const HEADER = [
  ...['Receipt number', 'Purchase ID', 'Purchased', 'User ID', 'Email', 'Hunt', 'Handle', 'Region'],
  ...['Amount', 'Currency', 'Status', 'Dispute', 'Refunded', 'Payment reference'],
];

/** `isFirst` adds the header line. */
export function presentPurchasesAsCsv(
  rows: readonly StaffPurchaseRow[],
  { emails, isFirst }: { emails: Emails; isFirst: boolean },
): string {
  const lines = rows.map((row) => [
    row.receiptNumber,
    row.id,
    row.createdAt.toISOString(),
    row.userId,
    emails.get(row.userId) ?? null,
    row.productTitle,
    row.handle,
    row.region,
    dollarsFromCents(row.amountCents),
    row.currency,
    row.status,
    row.dispute,
    row.refundedAt?.toISOString() ?? null,
    row.intentId,
  ]);
  return toCsv(isFirst ? [HEADER, ...lines] : lines);
}
