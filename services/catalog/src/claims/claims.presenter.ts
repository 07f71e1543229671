import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { listReversedPurchases, type ReversedPurchaseRow } from './claim-prizes.store.ts';
import type { ClaimRow } from './claims.store.ts';

/** The claims as staff see them, each with the purchases that were refunded or disputed since. */
export async function presentClaims(db: Database, rows: ClaimRow[]): Promise<StaffClaim[]> {
  const ids = rows.map(({ id }) => id);
  const reversed = Map.groupBy(await listReversedPurchases(db, ids), ({ claimId }) => claimId);
  return rows.map((row) => presentClaim(row, reversed.get(row.id) ?? []));
}

export const CLAIM_HEADER = [
  ...['ID', 'Hunt', 'State', 'Claimed', 'Decided'],
  ...['Prize frozen', 'Prize payable', 'Note'],
];

export function toClaimCells(claim: StaffClaim) {
  const { id, hunt_title, state, created_at, decided_at, prize_frozen, prize_payable, note } =
    claim;
  return [id, hunt_title, state, created_at, decided_at, prize_frozen, prize_payable, note];
}

function presentClaim(row: ClaimRow, reversed: ReversedPurchaseRow[]): StaffClaim {
  const frozenCents = Number(row.frozenPrizeCents);
  const reversedCents = reversed.reduce((sum, { bonusCents }) => sum + bonusCents, 0);
  return {
    id: row.id,
    hunt_id: row.huntId,
    handle: row.handle,
    hunt_title: row.huntTitle,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    prize_frozen: dollarsFromCents(frozenCents),
    prize_payable: dollarsFromCents(frozenCents - reversedCents),
    reversed_purchases: reversed.map(({ purchaseId, status, bonusCents }) => ({
      purchase_id: purchaseId,
      status,
      bonus: dollarsFromCents(bonusCents),
    })),
  };
}
