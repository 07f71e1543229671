import {
  getMailing,
  listMailings,
  pauseMailing,
  previewEmail,
  resumeMailing,
  retryMailing,
  sendEmail,
  stopMailing,
  testEmail,
} from '@cairn/contracts/http/staff-messages.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { paginate, rowsOfPage } from '@cairn/service-kit/pages.ts';
import type { createMailingActions } from './mailing-actions.service.ts';
import { presentMailing } from './mailings.presenter.ts';
import type { Mailings } from './mailings.service.ts';
import { countMailings, findMailing, listMailingRows } from './mailings.store.ts';

export type MailingRoutesOptions = {
  pool: Pool;
  mailings: Mailings;
  runMailingAction: ReturnType<typeof createMailingActions>;
};

export function addMailingRoutes(routes: StaffRoutes, options: MailingRoutesOptions): void {
  const { pool, mailings, runMailingAction } = options;
  routes.addStaffAct(sendEmail, (tx, { body, identity }) =>
    mailings.send(tx, identity.userId, body),
  );
  routes.add(previewEmail, ({ body }) => mailings.preview(body));
  routes.addStaffAct(testEmail, (tx, { body, identity }) =>
    mailings.test(tx, identity.userId, body),
  );
  routes.add(listMailings, async ({ query }) => {
    const [rows, total] = await Promise.all([
      listMailingRows(pool, rowsOfPage(query)),
      countMailings(pool),
    ]);
    return {
      mailings: rows.map(presentMailing),
      pagination: paginate(query, total),
    };
  });
  routes.add(getMailing, ({ params }) => present(pool, params.id));
  for (const [route, action] of [
    [pauseMailing, 'pause'],
    [resumeMailing, 'resume'],
    [stopMailing, 'stop'],
    [retryMailing, 'retry'],
  ] as const) {
    routes.addStaffAct(route, async (tx, { params: { id }, identity }) => {
      await runMailingAction(tx, action, { adminId: identity.userId, mailingId: id });
      return present(tx, id);
    });
  }

  async function present(db: Database, id: string) {
    const row = await findMailing(db, id);
    if (!row) throw new NotFoundError();
    return presentMailing(row);
  }
}
