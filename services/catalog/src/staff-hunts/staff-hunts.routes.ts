import { cancelHunt as cancelHuntRoute } from '@cairn/contracts/http/hunt-cancellations.ts';
import { getMemberView, getPublicView } from '@cairn/contracts/http/hunt-member-view.ts';
import {
  createHunt as createHuntRoute,
  exportHunts,
  getStaffHunt,
  listStaffHunts,
  updateHunt as updateHuntRoute,
} from '@cairn/contracts/http/staff-hunts.ts';
import { acknowledgeTreasureCode, getTreasureCode } from '@cairn/contracts/http/treasure-codes.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { viewAsVisitor } from '../public-hunts/public-hunts.service.ts';
import { cancelHunt } from './cancellations.service.ts';
import { acknowledgeCode, viewCode } from './generated-codes.service.ts';
import { exportHuntsForStaff, listHuntsForStaff } from './hunt-list.service.ts';
import { viewAsMember } from './member-view.service.ts';
import { createHunt, getHuntForStaff, updateHunt } from './staff-hunts.service.ts';

/** The back office's routes for hunts. */
export function addStaffHuntRoutes(routes: StaffRoutes, dependencies: StaffDependencies): void {
  const { pool, keys, logger, onRelease } = dependencies;
  routes.add(listStaffHunts, ({ query }) => listHuntsForStaff(pool, query));
  routes.add(exportHunts, ({ query, identity }) =>
    exportHuntsForStaff(dependencies, identity.userId, query),
  );
  routes.add(getStaffHunt, ({ params }) => getHuntForStaff(pool, params.id));
  routes.addStaffAct(
    createHuntRoute,
    async (tx, { body, identity, afterCommit, sealFields }) => {
      const adminId = identity.userId;
      const hunt = await createHunt(dependencies, tx, { adminId, command: body });
      if (hunt.treasure_code !== undefined) sealFields(['treasure_code'], hunt.id);
      afterCommit(() => {
        logger.info({ huntId: hunt.id, adminId, status: hunt.status }, 'hunt.created');
        onRelease();
      });
      return hunt;
    },
    { sealKey: keys.CODE_SEAL_KEY },
  );
  routes.addStaffAct(updateHuntRoute, async (tx, call) => {
    const { params, body, identity, ifMatch, afterCommit } = call;
    const adminId = identity.userId;
    const edit = { adminId, huntId: params.id, command: body, ifMatch };
    const hunt = await updateHunt(dependencies, tx, edit);
    afterCommit(() => {
      logger.info({ huntId: hunt.id, adminId, status: hunt.status }, 'hunt.changed');
      onRelease();
    });
    return hunt;
  });
  routes.addStaffAct(cancelHuntRoute, async (tx, { params, body, identity, afterCommit }) => {
    const act = { adminId: identity.userId, huntId: params.id };
    const hunt = await cancelHunt(dependencies, tx, { ...act, reason: body.reason });
    afterCommit(() => logger.info(act, 'hunt.cancelled'));
    return hunt;
  });
  routes.addStaffAct(acknowledgeTreasureCode, async (tx, { params, identity, afterCommit }) => {
    const act = { adminId: identity.userId, huntId: params.id };
    const hunt = await acknowledgeCode(dependencies, tx, act);
    afterCommit(() => logger.info(act, 'treasure_code.acknowledged'));
    return hunt;
  });
  routes.add(getMemberView, ({ params, query, identity }) =>
    inTransaction(pool, (tx) =>
      viewAsMember(tx, dependencies.publish, {
        adminId: identity.userId,
        huntId: params.id,
        show: query.show,
      }),
    ),
  );
  routes.add(getPublicView, ({ params, identity }) =>
    inTransaction(pool, (tx) =>
      viewAsVisitor(tx, dependencies.publish, { adminId: identity.userId, huntId: params.id }),
    ),
  );
  routes.add(getTreasureCode, ({ params, identity }) =>
    inTransaction(pool, (tx) =>
      viewCode(dependencies, tx, { adminId: identity.userId, huntId: params.id }),
    ),
  );
}
