import { getMailingContent, updateMailing } from '@cairn/contracts/http/mailing-templates.ts';
import {
  exportMailings,
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
import { exportList } from '@cairn/events/export-list.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { toCountLimit, toListAnswer, toListPage } from '@cairn/service-kit/keyset.ts';
import type { createMailingActions } from './mailing-actions.service.ts';
import { countMailings, findMailing, listMailingRows } from './mailing-list.store.ts';
import { MAILING_HEADER, presentMailing, toMailingCells } from './mailings.presenter.ts';
import type { Mailings } from './mailings.service.ts';
import type { ScheduledMailings } from './scheduled-mailings.service.ts';

export type MailingRoutesOptions = {
  pool: Pool;
  publish: PublishEvent;
  mailings: Mailings;
  scheduledMailings: ScheduledMailings;
  runMailingAction: ReturnType<typeof createMailingActions>;
};

export function addMailingRoutes(routes: StaffRoutes, options: MailingRoutesOptions): void {
  const { pool, publish, mailings, scheduledMailings, runMailingAction } = options;
  routes.addStaffAct(sendEmail, (tx, { body, identity }) =>
    mailings.send(tx, identity.userId, body),
  );
  routes.add(previewEmail, ({ body }) => mailings.preview(body));
  routes.addStaffAct(testEmail, (tx, { body, identity }) =>
    mailings.test(tx, identity.userId, body),
  );
  routes.add(listMailings, async ({ query }) => {
    const [found, counted] = await Promise.all([
      listMailingRows(pool, query, toListPage(query)),
      countMailings(pool, query, toCountLimit(query)),
    ]);
    const { rows, pagination } = toListAnswer(found, query, counted);
    return { mailings: rows.map(presentMailing), pagination };
  });
  routes.add(exportMailings, ({ query, identity }) =>
    exportList({ pool, publish }, identity.userId, query, {
      action: 'mailings_export',
      subjectType: 'mailing',
      header: MAILING_HEADER,
      filter: { state: query.state },
      list: (page) => listMailingRows(pool, query, { ...page, offset: 0 }),
      find: (id) => findMailing(pool, id),
      toCells: toMailingCells,
    }),
  );
  routes.add(getMailingContent, ({ params }) => scheduledMailings.getContent(params.id));
  routes.addStaffAct(updateMailing, async (tx, { params: { id }, body, identity, ifMatch }) => {
    await scheduledMailings.update(tx, { id, adminId: identity.userId, command: body, ifMatch });
    return present(tx, id);
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
