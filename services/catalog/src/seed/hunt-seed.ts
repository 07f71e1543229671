import type { NewClue } from '../hunts/clues.store.ts';
import type { NewHunt } from '../hunts/hunts.store.ts';

/** A hunt as it is written here; days count from the moment of seeding. */
export type HuntSeed = Omit<NewHunt, 'hiddenAt' | 'images'> & {
  hiddenDaysAgo: number;
  hasStash: boolean;
  clues: (Omit<NewClue, 'huntId' | 'publishAt' | 'announcedAt'> & { inDays: number })[];
};
