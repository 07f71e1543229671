import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { readSeen, saveSeen } from './visits.ts';

export type Visit = {
  /** False until the user is known. */
  isFirst: boolean;
  /** Whether a release came out after the previous visit. */
  isNew: (release: { id: string }) => boolean;
};

/** Compares the releases with those of the previous visit, and saves them as seen. */
export function useVisit({ id: huntId, clues, updates }: HuntData): Visit {
  const { user } = useSession();
  const userId = user?.id;
  const [seen, setSeen] = useState(() => (userId ? readSeen(userId, huntId) : undefined));
  // Kept for the whole visit, although the effect below saves all releases as seen.
  if (seen === undefined && userId) setSeen(readSeen(userId, huntId));
  useEffect(() => {
    if (userId) {
      saveSeen(
        userId,
        huntId,
        [...clues, ...updates].map(({ id }) => id),
      );
    }
  }, [userId, huntId, clues, updates]);
  return {
    isFirst: seen === null,
    isNew: ({ id }) => (seen ? !seen.includes(id) : false),
  };
}
