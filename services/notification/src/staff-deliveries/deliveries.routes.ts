import { getHuntAudience } from '@cairn/contracts/http/alerts.ts';
import {
  type DeliveryFilter,
  exportDeliveries,
  listDeliveries,
  retryDelivery,
} from '@cairn/contracts/http/staff-messages.ts';
import { exportList } from '@cairn/events/export-list.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { toCountLimit, toListAnswer, toListPage } from '@cairn/service-kit/keyset.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { toStoredDay } from '@cairn/service-kit/stored-day.ts';
import {
  DELIVERY_HEADER,
  presentForStaff,
  toDeliveryCells,
} from '../deliveries/deliveries.presenter.ts';
import {
  countDeliveries,
  type DeliveryConditions,
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
  publish: PublishEvent;
  logger: Logger;
  suppressionKey: Buffer;
  retry: ReturnType<typeof createRetry>;
};

export function addDeliveryRoutes(routes: StaffRoutes, options: DeliveryRoutesOptions): void {
  const { pool, publish, logger, suppressionKey, retry } = options;

  routes.add(getHuntAudience, ({ params }) => countAlerts(pool, params.id));

  routes.add(listDeliveries, async ({ query, identity }) => {
    const conditions = await toConditions(pool, query);
    const [found, counted] = await Promise.all([
      listDeliveryRows(pool, conditions, toListPage(query)),
      countDeliveries(pool, conditions, toCountLimit(query)),
    ]);
    const { rows, pagination } = toListAnswer(found, query, counted);
    logger.info({ adminId: identity.userId, count: rows.length }, 'deliveries.listed');
    const { userId } = conditions;
    return {
      recipient: userId ? await findRecipientStatus(pool, userId, suppressionKey) : null,
      deliveries: await present(pool, rows),
      pagination,
    };
  });

  routes.add(exportDeliveries, async ({ query, identity }) => {
    const conditions = await toConditions(pool, query);
    return exportList({ pool, publish }, identity.userId, query, {
      action: 'deliveries_export',
      subjectType: 'delivery',
      header: DELIVERY_HEADER,
      filter: conditions,
      list: (page) => listDeliveryRows(pool, conditions, { ...page, offset: 0 }),
      find: (id) => findDeliveryRow(pool, id),
      toCells: toDeliveryCells,
    });
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

/** Throws 404 for a user who never was a recipient. */
async function toConditions(
  db: Database,
  { user, state, channel, from, to }: DeliveryFilter,
): Promise<DeliveryConditions> {
  const userId = user ? await findUserByIdOrAddress(db, user) : null;
  if (user && !userId) throw new NotFoundError('There is no user with this id or address');
  return {
    ...{ userId, state: state || null, channel: channel || null },
    ...{ from: toStoredDay(from), to: toStoredDay(to) },
  };
}
