/** How often something may be tried: `points` tries in a fixed window of `seconds` from the first one. */
export type Limit<Name extends string = string> = {
  /** Unique in all of Cairn: part of the key in Redis, and the name in the variable LIMITS. */
  name: Name;
  points: number;
  seconds: number;
  /** Fallback while Redis is unavailable: a count per process, or no calls at all. */
  withoutRedis: number | 'closed';
  /** Points that a process takes from Redis in advance; by default each try is counted there. */
  leaseSize?: number;
};

/** The key by which the gateway counts calls. */
export type Subject = 'address' | 'account' | 'account-and-address' | 'user';

/** Counted by the gateway before it forwards the call. */
export type GatewayLimit = Limit & {
  countedBy: 'gateway';
  per: Subject;
  /**
   * `failures`: counts only a wrong login (401) or a wrong own password (400 with its text); a try
   * is reserved before the call and released after a success.
   */
  counts: 'all' | 'failures';
};

/** Counted by the route's owner, by a key that only the owner knows. */
export type OwnerLimit<Name extends string = string> = Limit<Name> & { countedBy: 'owner' };

export type RouteLimit = GatewayLimit | OwnerLimit;

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function gatewayLimit(
  name: string,
  limit: Omit<Limit, 'name'> & Pick<GatewayLimit, 'per'> & Partial<Pick<GatewayLimit, 'counts'>>,
): GatewayLimit {
  return { name, countedBy: 'gateway', counts: 'all', ...limit };
}

export function ownerLimit<Name extends string>(
  name: Name,
  limit: Omit<Limit, 'name'>,
): OwnerLimit<Name> {
  return { name, countedBy: 'owner', ...limit };
}

/** All calls of `/api` but webhooks: a refused one would delay recording a payment. */
export const GENERAL_LIMIT = gatewayLimit('api-address', {
  points: 6_000,
  seconds: MINUTE,
  per: 'address',
  withoutRedis: 6_000,
  leaseSize: 50,
});

/** All staff routes together. */
export const STAFF_LIMIT = gatewayLimit('admin-address', {
  points: 6_000,
  seconds: MINUTE,
  per: 'address',
  withoutRedis: 'closed',
});
