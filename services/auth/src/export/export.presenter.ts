import { presentAccount } from '../accounts/accounts.presenter.ts';
import type { UserWithProducts } from '../users/users.store.ts';

/** Neither the password's hash nor the versions that tokens are held against. */
export function presentOwnAccount(user: UserWithProducts) {
  return { ...presentAccount(user), products: user.products };
}
