import type { ProductSnapshot } from '@cairn/contracts/events/hunts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { ProductRow } from './products.store.ts';

/** Null for a draft, which is never public. */
export function presentSnapshot(row: ProductRow): ProductSnapshot | null {
  const { status } = row;
  if (status === 'draft') return null;
  return { version: Number(row.version), product: { ...presentProduct(row), status } };
}

export function presentProduct(
  row: ProductRow,
): Omit<Product, 'status'> & Pick<ProductRow, 'status'> {
  return {
    id: row.id,
    type: 'hunt',
    handle: row.handle,
    title: row.title,
    region: row.region,
    description: row.description,
    status: row.status,
    base_value: dollarsFromCents(row.baseValueCents),
    purchase_bonus: dollarsFromCents(Number(row.purchaseBonusCents)),
    price_amount: dollarsFromCents(row.priceCents),
    price_currency: row.currency,
    hidden_at: row.hiddenAt?.toISOString() ?? null,
    commitment: row.commitment,
    search_area: row.searchArea,
    previous_search_areas: row.previousAreas,
    images: row.images,
    participants: row.participants,
  };
}
