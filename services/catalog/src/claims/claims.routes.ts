import { claimTreasure } from '@cairn/contracts/http/claims.ts';
import { decideClaim, listClaims } from '@cairn/contracts/http/staff-claims.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { readCaller } from '../attempts/caller.ts';
import type { Service } from '../service.ts';
import { presentClaims } from './claims.presenter.ts';
import { countClaims, listClaims as findClaims } from './claims.store.ts';
import { decideOnClaim } from './decisions.service.ts';

export function createClaimRoutes(context: Service): Routes {
  const { createRoutes, pool, publish, logger, keys, claims } = context;
  const routes = createRoutes();
  routes.add(claimTreasure, ({ params, body, request }) =>
    claims.claimTreasure(params.handle, body, readCaller(request, keys.ATTEMPT_KEY)),
  );
  routes.add(listClaims, async ({ query }) => {
    const { page, limit, state } = query;
    const [rows, total] = await Promise.all([findClaims(pool, query), countClaims(pool, state)]);
    const pages = Math.max(1, Math.ceil(total / limit));
    return { claims: await presentClaims(pool, rows), pagination: { page, limit, total, pages } };
  });
  routes.addStaffAct(
    decideClaim,
    async (tx, { params, body, identity, afterCommit, sealFields }) => {
      const decision = { ...body, claimId: params.id, adminId: identity.userId };
      const claim = await decideOnClaim({ publish, keys }, tx, decision);
      if (claim.treasure_code !== undefined) sealFields(['treasure_code'], claim.hunt_id);
      afterCommit(() =>
        logger.info({ claimId: claim.id, huntId: claim.hunt_id }, `claim.${claim.state}`),
      );
      return claim;
    },
    { sealKey: keys.CODE_SEAL_KEY },
  );
  return routes;
}
