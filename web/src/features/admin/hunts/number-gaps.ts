import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { clueName } from './clue-state.ts';

type Planned = Pick<StaffClue, 'kind' | 'number' | 'publish_at'>;

/** A warning for each place where members would see a number missing, among what is out or scheduled. */
export function findNumberGaps(clues: readonly Planned[]): string[] {
  return (['clue', 'update'] as const).flatMap((kind) => {
    const numbers = clues
      .filter((clue) => clue.kind === kind && clue.publish_at !== null)
      .map(({ number }) => number)
      .sort((a, b) => a - b);
    return numbers.flatMap((number, index) => {
      const before = numbers[index - 1] ?? 0;
      if (number <= before + 1) return [];
      const name = clueName({ kind, number });
      if (before === 0) return [`Members will see ${name} first: nothing has number 1.`];
      return [`Members will see ${clueName({ kind, number: before })} and then ${name}.`];
    });
  });
}
