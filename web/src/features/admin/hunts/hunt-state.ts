import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';

/** No commitment is published yet: code and handle may change, and nothing is released. */
export function isBeforeOpening({ status }: Pick<StaffHunt, 'status'>): boolean {
  return status === 'draft' || status === 'upcoming';
}
