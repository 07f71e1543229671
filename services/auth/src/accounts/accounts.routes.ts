import { getAccountInternally, listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { isUserId } from '../users/user-id.ts';
import { findUser } from '../users/users.store.ts';
import { presentAccount } from './accounts.presenter.ts';
import { countAccounts, listAccounts } from './accounts.store.ts';

/** What the back office sees of the users. */
export function addAccountRoutes(routes: Routes, pool: Pool): void {
  routes.add(listAccountsInternally, async ({ query: { page, limit, search, status } }) => {
    const filter = { search, status };
    const [users, total] = await Promise.all([
      listAccounts(pool, filter, { limit, offset: (page - 1) * limit }),
      countAccounts(pool, filter),
    ]);
    const pagination = { page, limit, total, pages: Math.ceil(total / limit) };
    return { accounts: users.map(presentAccount), pagination };
  });

  routes.add(getAccountInternally, async ({ params }) => {
    const user = isUserId(params.id) ? await findUser(pool, params.id) : null;
    if (!user) throw new NotFoundError('No user data found.');
    return presentAccount(user);
  });
}
