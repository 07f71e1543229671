import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';

export function clueName({ kind, number }: Pick<StaffClue, 'kind' | 'number'>): string {
  return `${kind === 'clue' ? 'Clue' : 'Update'} ${number}`;
}

export function clueState({ is_published, publish_at }: StaffClue): 'out' | 'scheduled' | 'draft' {
  if (is_published) return 'out';
  return publish_at ? 'scheduled' : 'draft';
}
