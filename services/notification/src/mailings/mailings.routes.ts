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
import { asStaffAct, asStaffQuery } from '@cairn/contracts/internal/staff.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentMailing } from './mailings.presenter.ts';
import type { Mailings } from './mailings.service.ts';
import { countMailings, findMailing, listMailingRows } from './mailings.store.ts';
import type { createSteering } from './steering.service.ts';

export type MailingRoutesOptions = {
  pool: Pool;
  mailings: Mailings;
  steer: ReturnType<typeof createSteering>;
};

export function addMailingRoutes(routes: Routes, options: MailingRoutesOptions): void {
  const { pool, mailings, steer } = options;
  routes.add(asStaffAct(sendEmail), ({ body: { adminId, command } }) =>
    mailings.send(adminId, command),
  );
  routes.add(asStaffQuery(previewEmail), ({ body }) => mailings.preview(body));
  routes.add(asStaffAct(testEmail), ({ body: { adminId, command } }) =>
    mailings.test(adminId, command),
  );
  routes.add(asStaffQuery(listMailings), async ({ query: { page, limit } }) => {
    const [rows, total] = await Promise.all([
      listMailingRows(pool, { limit, offset: (page - 1) * limit }),
      countMailings(pool),
    ]);
    return {
      mailings: rows.map(presentMailing),
      pagination: { page, limit, total, pages: Math.ceil(total / limit) },
    };
  });
  routes.add(asStaffQuery(getMailing), ({ params }) => present(params.id));
  for (const [route, act] of [
    [pauseMailing, 'pause'],
    [resumeMailing, 'resume'],
    [stopMailing, 'stop'],
    [retryMailing, 'retry'],
  ] as const) {
    routes.add(asStaffAct(route), async ({ params: { id }, body: { adminId } }) => {
      await steer(act, adminId, id);
      return present(id);
    });
  }

  async function present(id: string) {
    const row = await findMailing(pool, id);
    if (!row) throw new NotFoundError();
    return presentMailing(row);
  }
}
