import { AppError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Redis } from '@cairn/service-kit/redis.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitName } from './limits.ts';

export type Claim = { limit: LimitName; key: string };

/** A try that was counted. */
export type Reservation = {
  headers: Record<string, string>;
  giveBack(): Promise<void>;
};

export type Limiter = {
  /** Counts one try before its work is done; throws 429 with the headers that say when to come back. */
  reserve(claim: Claim): Promise<Reservation>;
};

type Row = { name: LimitName; limit: Limit; counter: RateLimiterRedis };

/** Counts in Redis, in one step there, so that several gateways let through just what one would. */
export function createLimiter(
  limits: Record<LimitName, Limit>,
  redis: Redis,
  logger: Logger,
): Limiter {
  const rows = new Map(
    Object.entries(limits).map(([name, limit]) => [
      name,
      createRow(name as LimitName, limit, redis),
    ]),
  );
  return {
    async reserve({ limit: name, key }) {
      const row = rows.get(name);
      if (!row) throw new Error(`no limit named ${name}`);
      const result = await consume(row, key);
      return {
        headers: describe(row, result),
        async giveBack() {
          await row.counter.reward(key).catch((err: unknown) => {
            logger.warn({ err, limit: name }, 'limit.not_given_back');
          });
        },
      };
    },
  };
}

function createRow(name: LimitName, limit: Limit, redis: Redis): Row {
  const { points, seconds: duration, withoutRedis } = limit;
  const keyPrefix = `limit:${name}`;
  const insurance =
    withoutRedis === 'closed'
      ? {}
      : {
          insuranceLimiter: new RateLimiterMemory({
            keyPrefix,
            points: Math.min(withoutRedis, points),
            duration,
          }),
        };
  const counter = new RateLimiterRedis({
    storeClient: redis,
    rejectIfRedisNotReady: true,
    keyPrefix,
    points,
    duration,
    ...insurance,
  });
  return { name, limit, counter };
}

async function consume(row: Row, key: string): Promise<RateLimiterRes> {
  try {
    return await row.counter.consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw closed(reason);
    throw tooMany(row, reason);
  }
}

function tooMany(row: Row, result: RateLimiterRes): AppError {
  const seconds = secondsLeft(result);
  return new AppError(`Too many attempts. Please try again in ${inWords(seconds)}.`, {
    code: 'limited',
    status: 429,
    headers: { ...describe(row, result), 'retry-after': String(seconds) },
  });
}

/** A row that has no count of its own for the time without Redis. */
function closed(cause: unknown): AppError {
  return new AppError('This is closed for a moment. Please try again.', {
    code: 'closed',
    status: 503,
    headers: { 'retry-after': '5' },
    cause,
  });
}

/** The three headers that clients know, and the two of the draft that will follow them (draft-ietf-httpapi-ratelimit-headers-10). */
function describe({ name, limit }: Row, result: RateLimiterRes): Record<string, string> {
  const remaining = String(Math.max(0, result.remainingPoints));
  const reset = String(secondsLeft(result));
  return {
    'ratelimit-limit': String(limit.points),
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
    'ratelimit-policy': `"${name}";q=${limit.points};w=${limit.seconds}`,
    ratelimit: `"${name}";r=${remaining};t=${reset}`,
  };
}

function secondsLeft(result: RateLimiterRes): number {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
