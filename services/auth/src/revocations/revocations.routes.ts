import { getLowestTokenVersion } from '@cairn/contracts/internal/auth.ts';
import type { FindRevocationState } from '@cairn/service-kit/identity-revocation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';

/** Fallback for services that cannot read revocation markers from Redis. */
export function addRevocationRoutes(routes: Routes, findState: FindRevocationState): void {
  routes.add(getLowestTokenVersion, async ({ params, query }) => {
    const { lowestVersion, isSessionEnded } = await findState(params.id, query.sessionId ?? null);
    return { version: lowestVersion, isSessionEnded };
  });
}
