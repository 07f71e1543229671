import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { centsFromDollars, dollarsFromCents } from '@cairn/contracts/money.ts';
import type { HuntColumns, StaffHuntRow } from '../hunts/staff-hunts.store.ts';
import { presentProduct } from '../products/products.presenter.ts';
import type { ProductRow } from '../products/products.store.ts';

export function presentStaffHunt(row: StaffHuntRow, productRow: ProductRow): StaffHunt {
  const { type: _, ...product } = presentProduct(productRow);
  return {
    ...product,
    story: row.story,
    intro: row.intro,
    rules: row.rules,
    bonus_per_purchase: dollarsFromCents(row.bonus_per_purchase_cents),
    completed_at: row.completed_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    cancellation_reason: row.cancellation_reason,
    committed_at: row.committed_at?.toISOString() ?? null,
    has_treasure_code: row.has_treasure_code,
    has_stash: row.has_stash,
    unacknowledged_code: row.code_generated_for ? { admin_id: row.code_generated_for } : null,
    created_at: row.created_at.toISOString(),
    version: row.edit_version,
    edited_by: row.edited_by,
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

export function columnsOf(hunt: StaffHunt): HuntColumns {
  return {
    handle: hunt.handle,
    title: hunt.title,
    region: hunt.region,
    description: hunt.description,
    story: hunt.story,
    intro: hunt.intro,
    rules: hunt.rules,
    priceCents: centsFromDollars(hunt.price_amount),
    baseValueCents: centsFromDollars(hunt.base_value),
    bonusPerPurchaseCents: centsFromDollars(hunt.bonus_per_purchase),
    hiddenAt: hunt.hidden_at ? new Date(hunt.hidden_at) : null,
    searchArea: hunt.search_area,
    images: hunt.images,
  };
}
