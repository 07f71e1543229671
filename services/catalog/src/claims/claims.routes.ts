import { claimTreasure } from '@cairn/contracts/http/claims.ts';
import { decideClaim, listClaims } from '@cairn/contracts/http/staff-claims.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { paginate } from '@cairn/service-kit/pages.ts';
import { readCaller } from '../attempts/caller.ts';
import type { CodeKeys } from '../codes/codes.service.ts';
import { presentClaims } from './claims.presenter.ts';
import type { ClaimService } from './claims.service.ts';
import { countClaims, listClaims as findClaims } from './claims.store.ts';
import { decideOnClaim } from './decisions.service.ts';

export type ClaimRoutesDependencies = {
  pool: Pool;
  publish: PublishEvent;
  logger: Logger;
  keys: CodeKeys & { ATTEMPT_KEY: Buffer };
  claims: ClaimService;
};

export function addClaimRoutes(routes: StaffRoutes, dependencies: ClaimRoutesDependencies): void {
  const { pool, publish, logger, keys, claims } = dependencies;
  routes.add(claimTreasure, ({ params, body, request }) =>
    claims.claimTreasure(params.handle, body, readCaller(request, keys.ATTEMPT_KEY)),
  );
  routes.add(listClaims, async ({ query }) => {
    const [rows, total] = await Promise.all([
      findClaims(pool, query),
      countClaims(pool, query.state),
    ]);
    return { claims: await presentClaims(pool, rows), pagination: paginate(query, total) };
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
}
