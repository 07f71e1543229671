import { getAccount, listAccounts } from '@cairn/contracts/http/back-office.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { AccountService } from './accounts.service.ts';

export function addAccountRoutes(routes: Routes, accounts: AccountService): void {
  routes.add(listAccounts, ({ query }) => accounts.listAccounts(query));

  routes.add(getAccount, ({ params, identity }) =>
    accounts.viewAccount(identity.userId, params.id),
  );
}
