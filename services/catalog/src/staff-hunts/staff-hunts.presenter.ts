import { pickPageTexts } from '@cairn/contracts/http/hunts.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { centsFromDollars, dollarsFromCents } from '@cairn/contracts/money.ts';
import type { HuntColumns } from '../hunts/hunts.store.ts';
import type { StaffHuntRow } from '../hunts/staff-hunts.store.ts';
import { presentProduct } from '../products/products.service.ts';
import type { ProductRow } from '../products/products.store.ts';

export function presentStaffHunt(row: StaffHuntRow, productRow: ProductRow): StaffHunt {
  const { type: _, ...product } = presentProduct(productRow);
  return {
    ...product,
    ...pickPageTexts(row),
    intro: row.intro,
    bonus_per_purchase: dollarsFromCents(row.bonusPerPurchaseCents),
    completed_at: row.completedAt?.toISOString() ?? null,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    cancellation_reason: row.cancellationReason,
    committed_at: row.committedAt?.toISOString() ?? null,
    has_treasure_code: row.hasTreasureCode,
    has_stash: row.hasStash,
    unacknowledged_code: row.codeGeneratedFor ? { admin_id: row.codeGeneratedFor } : null,
    created_at: row.createdAt.toISOString(),
    version: row.editVersion,
    edited_by: row.editedBy,
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}

export function columnsOf(hunt: StaffHunt): HuntColumns {
  return {
    handle: hunt.handle,
    title: hunt.title,
    region: hunt.region,
    description: hunt.description,
    ...pickPageTexts(hunt),
    intro: hunt.intro,
    priceCents: centsFromDollars(hunt.price_amount),
    baseValueCents: centsFromDollars(hunt.base_value),
    bonusPerPurchaseCents: centsFromDollars(hunt.bonus_per_purchase),
    hiddenAt: hunt.hidden_at ? new Date(hunt.hidden_at) : null,
    searchArea: hunt.search_area,
    images: hunt.images,
  };
}
