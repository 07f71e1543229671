import { ForbiddenError } from '@cairn/service-kit/errors.ts';
import type { UserRow } from '../users/users.store.ts';

/** Only for callers who have proved who they are: others must not learn of it. */
export function refuseSuspended(user: Pick<UserRow, 'status'>): void {
  if (user.status !== 'suspended') return;
  throw new ForbiddenError(
    'This account is suspended. Please contact us if you think it should not be.',
  );
}
