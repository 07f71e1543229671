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
    base_value: dollarsFromCents(row.base_value_cents),
    purchase_bonus: dollarsFromCents(Number(row.purchase_bonus_cents)),
    price_amount: dollarsFromCents(row.price_cents),
    price_currency: row.currency,
    hidden_at: row.hidden_at?.toISOString() ?? null,
    commitment: row.commitment,
    search_area: row.search_area,
    previous_search_areas: row.previous_areas,
    images: row.images,
    participants: row.participants,
  };
}
