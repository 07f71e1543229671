import { claimTreasure } from '@cairn/contracts/http/claims.ts';
import { decideClaim, listClaims } from '@cairn/contracts/http/staff-hunts.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { callerOf } from '../attempts/caller.ts';
import type { CatalogContext } from '../context.ts';
import { presentClaims } from './claims.presenter.ts';
import { countClaims, listClaims as findClaims } from './claims.store.ts';
import { decideOnClaim } from './decisions.service.ts';

export function createClaimRoutes(context: CatalogContext): Routes {
  const { createRoutes, pool, publish, logger, keys, claims } = context;
  const routes = createRoutes();
  routes.add(claimTreasure, ({ params, body, request }) =>
    claims.claimTreasure(params.handle, body, callerOf(request, keys.ATTEMPT_KEY)),
  );
  routes.add(listClaims, async ({ query }) => {
    const { page, limit, state } = query;
    const [rows, total] = await Promise.all([findClaims(pool, query), countClaims(pool, state)]);
    const pages = Math.max(1, Math.ceil(total / limit));
    return { claims: await presentClaims(pool, rows), pagination: { page, limit, total, pages } };
  });
  routes.add(decideClaim, ({ params, body, identity }) =>
    decideOnClaim(
      { pool, publish, keys, logger },
      { ...body, claimId: params.id, adminId: identity.userId },
    ),
  );
  return routes;
}
