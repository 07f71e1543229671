import { z } from 'zod';

const userId = z.guid();

/** Ids in paths and tokens are opaque texts; Postgres refuses to compare others with a uuid. */
export function isUserId(text: string): boolean {
  return userId.safeParse(text).success;
}
