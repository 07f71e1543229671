export type Numbered = {
  id: string;
  number: number;
  is_number_chosen: boolean;
  /** Null for a draft. */
  publish_at: Date | null;
  /** Members have seen the number. */
  is_released: boolean;
};

/**
 * The numbers that change so that numbers follow the order of release: released clues keep theirs, chosen
 * numbers stay, every other clue gets the next free number, drafts last.
 */
export function numberReleases(clues: readonly Numbered[]): { id: string; number: number }[] {
  const isFixed = (clue: Numbered) => clue.is_released || clue.is_number_chosen;
  const taken = new Set(clues.filter(isFixed).map(({ number }) => number));
  let last = 0;
  return clues.toSorted(byRelease).flatMap((clue) => {
    if (isFixed(clue)) {
      last = Math.max(last, clue.number);
      return [];
    }
    do last += 1;
    while (taken.has(last));
    return clue.number === last ? [] : [{ id: clue.id, number: last }];
  });
}

/** Clues released at the same moment, and drafts, keep their order. */
function byRelease(a: Numbered, b: Numbered): number {
  const released = Number(b.is_released) - Number(a.is_released);
  return released || compare(timeOf(a), timeOf(b)) || a.number - b.number;
}

function timeOf({ publish_at }: Numbered): number {
  return publish_at?.getTime() ?? Number.POSITIVE_INFINITY;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
