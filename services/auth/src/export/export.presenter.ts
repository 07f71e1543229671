import { presentAccount } from '../accounts/accounts.presenter.ts';
import type { UserWithProducts } from '../users/users.store.ts';

/** Omits the password hash and the token version. */
export function presentOwnAccount(user: UserWithProducts) {
  return { ...presentAccount(user), products: user.products };
}
