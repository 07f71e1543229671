import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { serverNow } from '../api/server-clock.ts';

export function clueName({ kind, number }: Pick<StaffClue, 'kind' | 'number'>): string {
  return `${kind === 'clue' ? 'Clue' : 'Update'} ${number}`;
}

/** `opening`: its time has passed, and its hunt is not open. */
export function clueState(
  { is_published, publish_at }: StaffClue,
  now = serverNow(),
): 'published' | 'opening' | 'scheduled' | 'draft' {
  if (is_published) return 'published';
  if (!publish_at) return 'draft';
  return new Date(publish_at).getTime() <= now ? 'opening' : 'scheduled';
}
