import { ForbiddenError } from '@cairn/service-kit/errors.ts';
import { z } from 'zod';
import type { UserRow } from './users.store.ts';

const userId = z.guid();

/** Ids in paths and tokens may be any string; Postgres fails to compare other strings with a uuid. */
export function isUserId(text: string): boolean {
  return userId.safeParse(text).success;
}

/** Shown to staff: without this admin, no user could log in as one. */
export const LAST_ADMIN = 'This is the last admin. Make somebody else an admin first.';

/** Call only for authenticated callers: others must not learn about the suspension. */
export function rejectSuspended(user: Pick<UserRow, 'status'>): void {
  if (user.status !== 'suspended') return;
  throw new ForbiddenError(
    'This account is suspended. Please contact us if you think it should not be.',
  );
}
