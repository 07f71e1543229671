import type { NewClue } from '../clues/clues.store.ts';
import type { NewHunt } from '../hunts/hunts.store.ts';

/** A hunt as it is written here; days count from the moment of seeding. */
export type HuntSeed = Omit<NewHunt, 'hiddenAt' | 'images'> & {
  hiddenDaysAgo: number;
  hasStash: boolean;
  clues: (Omit<NewClue, 'huntId' | 'publishAt' | 'announcedAt'> & { inDays: number })[];
};

/** What holds for every treasure that we hide; one rule a line. */
export const COMMON_RULES = [
  'The treasure is within three miles of a paved road.',
  'It is never on an island and never on private property.',
  'You never need to climb, dig or swim. If you think that you do, you are in the wrong place.',
  'Look for a wooden box of 4 by 3 inches. Nothing has to be broken, cut or taken apart to reach it.',
  'The box holds a code. Enter it on this site: the first person to submit the right one wins, and no name is asked.',
  'Our staff then check the find in person, within a few days.',
  'Keep to open hours and posted signs. Where a sign says no, the treasure is not behind it.',
  'Go by daylight, tell somebody where you are going, and turn back when weather or footing is bad.',
  'Leave every place as you found it, or better.',
].join('\n');
