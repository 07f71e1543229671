import type { StaffClaim } from '@cairn/contracts/http/staff-hunts.ts';
import type { ClaimRow } from './claims.store.ts';

export function presentClaim(row: ClaimRow): StaffClaim {
  return {
    id: row.id,
    hunt_id: row.hunt_id,
    handle: row.handle,
    hunt_title: row.hunt_title,
    state: row.state,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
  };
}
