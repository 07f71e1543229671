import type { accountsQuery, getAccount, listAccounts } from '@cairn/contracts/http/back-office.ts';
import { getAccountInternally, listAccountsInternally } from '@cairn/contracts/internal/auth.ts';
import { listAlertsOfUser } from '@cairn/contracts/internal/notification.ts';
import { listPurchasesOfUser } from '@cairn/contracts/internal/payment.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { z } from 'zod';

export type AccountService = {
  listAccounts(query: z.infer<typeof accountsQuery>): Promise<z.infer<typeof listAccounts.answer>>;
  /** Records the view as a staff action before it returns the account. */
  viewAccount(adminId: string, userId: string): Promise<z.infer<typeof getAccount.answer>>;
};

export function createAccountService({
  pool,
  publish,
  auth,
  payment,
  notification,
}: {
  pool: Pool;
  publish: PublishEvent;
  auth: ServiceClient;
  payment: ServiceClient;
  notification: ServiceClient;
}): AccountService {
  return {
    listAccounts: (query) => auth.call(listAccountsInternally, { query }),

    async viewAccount(adminId, givenId) {
      const account = await auth.call(getAccountInternally, { params: { id: givenId } });
      const userId = account.id;
      const [{ purchases }, { alerts }] = await Promise.all([
        payment.call(listPurchasesOfUser, { params: { userId } }),
        notification.call(listAlertsOfUser, { params: { userId } }),
      ]);
      await inTransaction(pool, (tx) =>
        recordStaffAct(tx, publish, {
          adminId,
          action: 'account_view',
          subjectType: 'account',
          subjectId: userId,
          before: null,
          after: null,
        }),
      );
      return { account, purchases, alerts };
    },
  };
}
