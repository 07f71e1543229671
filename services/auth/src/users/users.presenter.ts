import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { userRegistered } from '@cairn/contracts/events/users.ts';
import type { User } from '@cairn/contracts/http/accounts.ts';
import type { UserRow, UserWithProducts } from './users.store.ts';

/** The user in responses to their own browser. */
export function presentUser(user: UserWithProducts): User {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    isAdmin: user.isAdmin,
    emailVerified: user.emailVerified,
    products: user.products,
  };
}

/** The user in events to other services. */
export function presentPerson(user: UserRow): EventData<typeof userRegistered> {
  return {
    userId: user.id,
    version: user.version,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    emailVerified: user.emailVerified,
    status: user.status,
  };
}
