export type Numbered = {
  id: string;
  number: number;
  isNumberChosen: boolean;
  /** Null for a draft. */
  publishAt: Date | null;
  /** Members have seen the number. */
  isReleased: boolean;
};

/**
 * The numbers that change so that numbers follow the order of release: released clues keep theirs, chosen
 * numbers stay, every other clue gets the next free number, drafts last.
 */
export function numberReleases(clues: readonly Numbered[]): { id: string; number: number }[] {
  const isFixed = (clue: Numbered) => clue.isReleased || clue.isNumberChosen;
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
  const released = Number(b.isReleased) - Number(a.isReleased);
  return released || compare(timeOf(a), timeOf(b)) || a.number - b.number;
}

function timeOf({ publishAt }: Numbered): number {
  return publishAt?.getTime() ?? Number.POSITIVE_INFINITY;
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
