import { claimTreasure } from '@cairn/contracts/http/claims.ts';
import { decideClaim, exportClaims, listClaims } from '@cairn/contracts/http/staff-claims.ts';
import { exportList } from '@cairn/events/export-list.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { toLoggedId } from '@cairn/events/staff-acts.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { toCountLimit, toListAnswer, toListPage } from '@cairn/service-kit/keyset.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { readCaller } from '../attempts/caller.ts';
import type { CodeKeys } from '../codes/codes.service.ts';
import { CLAIM_HEADER, presentClaims, toClaimCells } from './claims.presenter.ts';
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
    const [found, counted] = await Promise.all([
      findClaims(pool, query, toListPage(query)),
      countClaims(pool, query, toCountLimit(query)),
    ]);
    const { rows, pagination } = toListAnswer(found, query, counted);
    return { claims: await presentClaims(pool, rows), pagination };
  });
  routes.add(exportClaims, ({ query, identity }) => {
    const { state, hunt, search } = query;
    return exportList({ pool, publish }, identity.userId, query, {
      action: 'claims_export',
      subjectType: 'claim',
      header: CLAIM_HEADER,
      filter: { state, hunt: toLoggedId(hunt), claim: toLoggedId(search) },
      list: async (page) =>
        presentClaims(pool, await findClaims(pool, query, { ...page, offset: 0 })),
      toCells: toClaimCells,
    });
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
