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
  routes.add(sendEmail, ({ body, identity }) => mailings.send(identity.userId, body));
  routes.add(previewEmail, ({ body }) => mailings.preview(body));
  routes.add(testEmail, ({ body, identity }) => mailings.test(identity.userId, body));
  routes.add(listMailings, async ({ query: { page, limit } }) => {
    const [rows, total] = await Promise.all([
      listMailingRows(pool, { limit, offset: (page - 1) * limit }),
      countMailings(pool),
    ]);
    return {
      mailings: rows.map(presentMailing),
      pagination: { page, limit, total, pages: Math.ceil(total / limit) },
    };
  });
  routes.add(getMailing, ({ params }) => present(params.id));
  for (const [route, act] of [
    [pauseMailing, 'pause'],
    [resumeMailing, 'resume'],
    [stopMailing, 'stop'],
    [retryMailing, 'retry'],
  ] as const) {
    routes.add(route, async ({ params: { id }, identity }) => {
      await steer(act, identity.userId, id);
      return present(id);
    });
  }

  async function present(id: string) {
    const row = await findMailing(pool, id);
    if (!row) throw new NotFoundError();
    return presentMailing(row);
  }
}
