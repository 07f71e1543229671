import { type GatewayLimit, GENERAL_LIMIT } from '@cairn/contracts/http/limits.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';

/** Every limit that the gateway counts. */
export const LIMITS: readonly GatewayLimit[] = [
  GENERAL_LIMIT,
  ...new Set(Object.values(PUBLIC_ROUTES).flat().flatMap(gatewayLimitsOf)),
];

export function gatewayLimitsOf({ limits }: Pick<AnyRoute, 'limits'>): GatewayLimit[] {
  return limits.filter((limit) => limit.countedBy === 'gateway');
}
