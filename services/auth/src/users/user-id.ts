import { z } from 'zod';

const userId = z.guid();

/** Ids in paths and tokens may be any string; Postgres fails to compare other strings with a uuid. */
export function isUserId(text: string): boolean {
  return userId.safeParse(text).success;
}
