import { deleteAccount } from '@cairn/contracts/http/accounts.ts';
import {
  deleteAccountByStaff,
  exportAccounts,
  exportSelectedAccounts as exportSelectedAccountsRoute,
  updateAccount,
} from '@cairn/contracts/http/back-office.ts';
import { MAX_SEARCH_RESULTS, searchUsers } from '@cairn/contracts/http/staff-search.ts';
import {
  findPeople as findPeopleRoute,
  getAccountInternally,
  getUserStatus,
  listAccountsInternally,
} from '@cairn/contracts/internal/auth.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { checkEdge, toCountLimit, toListAnswer, toListPage } from '@cairn/service-kit/keyset.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { DeletionService } from '../deletion/deletion.service.ts';
import { isUserId } from '../users/user-rules.ts';
import { findUser } from '../users/users.store.ts';
import type { ChangeAccount } from './account-changes.service.ts';
import { exportAccountsPart, exportSelectedAccounts } from './account-export.service.ts';
import { searchAccounts } from './account-search.store.ts';
import { presentAccount, presentFoundAccount, presentName } from './accounts.presenter.ts';
import { countAccounts, findPeople, listAccounts } from './accounts.store.ts';

/** Account routes of the back office. */
export function addAccountRoutes(
  routes: StaffRoutes,
  {
    pool,
    publish,
    changeAccount,
    deletion,
  }: {
    pool: Pool;
    publish: PublishEvent;
    changeAccount: ChangeAccount;
    deletion: Pick<DeletionService, 'deleteByStaff'>;
  },
): void {
  routes.add(listAccountsInternally, async ({ query }) => {
    const counted = await countAccounts(pool, query, toCountLimit(query));
    const total = query.count === 'exact' ? counted : null;
    const page = { ...toListPage(query), sort: query.sort, total };
    const found = await listAccounts(pool, query, page);
    await checkEdge(found, page.edgeId, (id) => findUser(pool, id));
    const { rows, pagination } = toListAnswer(found, query, counted);
    return { accounts: rows.map(presentAccount), pagination };
  });

  routes.add(getAccountInternally, async ({ params }) => {
    const user = isUserId(params.id) ? await findUser(pool, params.id) : null;
    if (!user) throw new NotFoundError('No user data found.');
    return presentAccount(user);
  });

  routes.add(getUserStatus, async ({ params }) => {
    const user = isUserId(params.id) ? await findUser(pool, params.id) : null;
    if (!user) throw new NotFoundError('No user data found.');
    return { status: user.status };
  });

  routes.add(exportAccounts, ({ query, identity }) =>
    exportAccountsPart({ pool, publish }, identity.userId, query),
  );

  routes.add(exportSelectedAccountsRoute, ({ body, identity }) =>
    exportSelectedAccounts({ pool, publish }, identity.userId, body),
  );

  routes.add(searchUsers, async ({ query: { q } }) => ({
    results: (await searchAccounts(pool, q, MAX_SEARCH_RESULTS)).map(presentFoundAccount),
  }));

  routes.add(findPeopleRoute, async ({ body }) => ({
    people: (await findPeople(pool, body.ids.filter(isUserId))).map(presentName),
  }));

  routes.addStaffAct(updateAccount, async (tx, call) => {
    const { params, body, identity, ifMatch, afterCommit } = call;
    const { userId: adminId } = identity;
    const change = { adminId, userId: params.id, changes: body, ifMatch, afterCommit };
    return presentAccount(await changeAccount(tx, change));
  });

  routes.addStaffAct(deleteAccountByStaff, async (tx, { params, identity, afterCommit }) => {
    const { userId: adminId } = identity;
    await deletion.deleteByStaff(tx, { adminId, userId: params.id, afterCommit });
    return { message: 'The account has been deleted.' };
  });
}

export function addDeletionRoutes(routes: Routes, deletion: DeletionService): void {
  routes.add(deleteAccount, async ({ body, identity }) => {
    await deletion.deleteOwnAccount(identity, body.password);
    return { message: 'Your account has been deleted.' };
  });
}
