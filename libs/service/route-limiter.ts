import type { Limit } from '@cairn/contracts/http/limits.ts';
import type { AnyRoute, OwnerLimitName } from '@cairn/contracts/http/route.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { type LimitOverrides, ownerLimits } from '@cairn/service-kit/limit-overrides.ts';
import { createLimiter, type Limiter } from '@cairn/service-kit/limiter.ts';
import { connectRedis, type Redis } from '@cairn/service-kit/redis.ts';
import type { Context } from './context.ts';

// Long enough for a busy process: after the timeout the limiter counts locally.
const REDIS = { timeoutMs: 2_000, retryWithinMs: 2_000 };

export type RouteLimiter<Name extends string> = {
  limits: Record<Name, Limit>;
  limiter: Limiter<Name>;
  redis: Redis;
  connection: BackgroundService;
};

/** Counts the limits that the owner of `routes` counts, on a Redis connection of its own. */
export function createRouteLimiter<Route extends Pick<AnyRoute, 'limits'>>(
  { logger, metrics }: Pick<Context, 'logger' | 'metrics'>,
  config: { REDIS_URL: string; LIMITS: LimitOverrides },
  routes: readonly Route[],
): RouteLimiter<OwnerLimitName<Route>> {
  const redis = connectRedis(config.REDIS_URL, logger, REDIS);
  const limits = ownerLimits(routes, config.LIMITS);
  return {
    redis,
    limits,
    limiter: createLimiter(limits, { redis, logger, metrics }),
    connection: {
      // Redis is optional at start; the client reconnects automatically.
      start: () => void redis.connect().catch(() => {}),
      stop: async () => redis.disconnect(),
      isConnection: true,
    },
  };
}
