import { getHuntAudience } from '@cairn/contracts/http/hunt-audience.ts';
import { listDeliveries, retryDelivery } from '@cairn/contracts/http/staff-messages.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { paginate, rowsOfPage } from '@cairn/service-kit/pages.ts';
import { presentForStaff } from '../deliveries/deliveries.presenter.ts';
import {
  countDeliveries,
  type DeliveryRow,
  findDeliveryRow,
  findUserByIdOrAddress,
  listDeliveryRows,
  listHistory,
} from '../deliveries/delivery-list.store.ts';
import { countAlerts } from '../deliveries/fan-out.store.ts';
import { findRecipientStatus } from '../user-data/recipient-status.ts';
import type { createRetry } from './retry.service.ts';

export type DeliveryRoutesOptions = {
  pool: Pool;
  logger: Logger;
  suppressionKey: Buffer;
  retry: ReturnType<typeof createRetry>;
};

export function addDeliveryRoutes(routes: StaffRoutes, options: DeliveryRoutesOptions): void {
  const { pool, logger, suppressionKey, retry } = options;

  routes.add(getHuntAudience, ({ params }) => countAlerts(pool, params.id));

  routes.add(listDeliveries, async ({ query: { user, state, page, limit }, identity }) => {
    const userId = user ? await findUserByIdOrAddress(pool, user) : null;
    if (user && !userId) throw new NotFoundError('There is no user with this id or address');
    const filter = { userId, state: state || null };
    const [rows, total] = await Promise.all([
      listDeliveryRows(pool, filter, rowsOfPage({ page, limit })),
      countDeliveries(pool, filter),
    ]);
    logger.info({ adminId: identity.userId, count: rows.length }, 'deliveries.listed');
    return {
      recipient: userId ? await findRecipientStatus(pool, userId, suppressionKey) : null,
      deliveries: await present(pool, rows),
      pagination: paginate({ page, limit }, total),
    };
  });

  routes.addStaffAct(retryDelivery, async (tx, { params: { id }, identity }) => {
    await retry(tx, identity.userId, id);
    const row = await findDeliveryRow(tx, id);
    const [delivery] = await present(tx, row ? [row] : []);
    if (!delivery) throw new NotFoundError();
    return delivery;
  });

  async function present(db: Database, rows: readonly DeliveryRow[]) {
    const history = await listHistory(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentForStaff(row, history));
  }
}
