import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';

export function clueName({ kind, number }: Pick<StaffClue, 'kind' | 'number'>): string {
  return `${kind === 'clue' ? 'Clue' : 'Update'} ${number}`;
}

export function clueState({
  is_published,
  publish_at,
}: StaffClue): 'published' | 'scheduled' | 'draft' {
  if (is_published) return 'published';
  return publish_at ? 'scheduled' : 'draft';
}
