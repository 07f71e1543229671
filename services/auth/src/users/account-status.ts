import { ForbiddenError } from '@cairn/service-kit/errors.ts';
import type { UserRow } from './users.store.ts';

/** Call only for authenticated callers: others must not learn about the suspension. */
export function rejectSuspended(user: Pick<UserRow, 'status'>): void {
  if (user.status !== 'suspended') return;
  throw new ForbiddenError(
    'This account is suspended. Please contact us if you think it should not be.',
  );
}
