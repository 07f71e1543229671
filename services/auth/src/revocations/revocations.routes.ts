import { getLowestTokenVersion } from '@cairn/contracts/internal/auth.ts';
import type { FindLowestTokenVersion } from '@cairn/service-kit/identity-revocation.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';

/** For services whose Redis cannot say which tokens have ended. */
export function addRevocationRoutes(
  routes: Routes,
  findLowestTokenVersion: FindLowestTokenVersion,
): void {
  routes.add(getLowestTokenVersion, async ({ params }) => ({
    version: await findLowestTokenVersion(params.id),
  }));
}
