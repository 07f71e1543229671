import type { Limit } from '@cairn/contracts/http/limits.ts';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';
import { type CountedTry, createLeases, type Leases } from './limit-leases.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { Redis } from './redis.ts';

/** A name of the limit table, and the caller or subject that is counted. */
export type LimitKey<Name extends string> = { limit: Name; key: string };

/** A reservation: one counted try. */
export type Reservation = {
  /** Tries left in the window. */
  remaining: number;
  /** Time until the window ends. */
  secondsLeft: number;
  headers: Record<string, string>;
  release(): Promise<void>;
};

export type Limiter<Name extends string> = {
  /** Counts one try before its work; throws 429 with the rate-limit headers. */
  reserve(key: LimitKey<Name>): Promise<Reservation>;
  /** As `reserve`, at once, on a leased point; null, without counting, if none is left. */
  reserveLeased(key: LimitKey<Name>): Reservation | null;
  /** As `reserve`, but returns null instead of 429: for limits with another consequence. */
  tryReserve(key: LimitKey<Name>): Promise<Reservation | null>;
  /** The used part of the limit in the present window, from 0 to 1. */
  usedShare(key: LimitKey<Name>): Promise<number>;
};

/** A lease is at most this part of the limit. */
const MIN_LEASES = 120;

export type LimiterOptions = { redis: Redis; logger: Logger; metrics: Metrics };

type Counted = Omit<Limit, 'name'>;
type Row = { name: string; limit: Counted; counter: RateLimiterRedis; leases: Leases | null };

/**
 * Counts atomically in Redis, so that several processes together allow exactly the limit. With a
 * `leaseSize`, unused points of a process are free for the others after half a second. Names are
 * unique in all of Cairn: the key in Redis is `limit:<name>:<key>`.
 */
export function createLimiter<Name extends string>(
  limits: Record<Name, Counted>,
  { redis, logger, metrics }: LimiterOptions,
): Limiter<Name> {
  const hits = metrics.counter('limits_hit_total', 'Tries that were one too many', ['limit']);
  const rows = new Map(
    Object.entries<Counted>(limits).map(([name, limit]) => [name, createRow(name, limit, redis)]),
  );
  // Initialises each series, so that `increase` sees its first count.
  for (const limit of rows.keys()) hits.inc({ limit }, 0);

  function getRow(name: Name): Row {
    const row = rows.get(name);
    if (!row) throw new Error(`no limit named ${name}`);
    return row;
  }

  async function count({ limit: name, key }: LimitKey<Name>): Promise<Reservation | AppError> {
    const row = getRow(name);
    const { isWithin, result } = await consume(row, key);
    if (!isWithin) {
      hits.inc({ limit: name });
      return tooMany(row, result);
    }
    return describeReservation(row, key, result);
  }

  function describeReservation(row: Row, key: string, result: CountedTry): Reservation {
    return {
      remaining: Math.max(0, result.remainingPoints),
      secondsLeft: secondsLeft(result),
      headers: describe(row, result),
      async release() {
        await row.counter.reward(key).catch((err: unknown) => {
          logger.warn({ err, limit: row.name }, 'limit.release_failed');
        });
      },
    };
  }

  return {
    async reserve(key) {
      const counted = await count(key);
      if (counted instanceof AppError) throw counted;
      return counted;
    },
    reserveLeased({ limit, key }) {
      const row = getRow(limit);
      const result = row.leases?.consumeLeased(key);
      return result ? describeReservation(row, key, result) : null;
    },
    async tryReserve(key) {
      const counted = await count(key);
      return counted instanceof AppError ? null : counted;
    },
    async usedShare({ limit: name, key }) {
      const { counter, limit } = getRow(name);
      const used = (await counter.get(key))?.consumedPoints ?? 0;
      return Math.min(1, used / limit.points);
    },
  };
}

function createRow(name: string, limit: Counted, redis: Redis): Row {
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
  const size = Math.min(limit.leaseSize ?? 1, Math.floor(points / MIN_LEASES));
  const leases =
    size > 1 ? createLeases({ redis, size, points, seconds: duration, keyPrefix }) : null;
  return { name, limit, counter, leases };
}

/** Throws 503 if the limit cannot be counted. */
async function consume(row: Row, key: string): Promise<{ isWithin: boolean; result: CountedTry }> {
  // Null if Redis failed: then the counter's fallback counts.
  const leased = await row.leases?.consume(key).catch(() => null);
  if (leased) return leased;
  try {
    return { isWithin: true, result: await row.counter.consume(key) };
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw unavailable(reason);
    return { isWithin: false, result: reason };
  }
}

function tooMany(row: Row, result: CountedTry): AppError {
  const seconds = secondsLeft(result);
  return new AppError(`Too many attempts. Please try again in ${formatDuration(seconds)}.`, {
    code: 'limited',
    status: 429,
    headers: { ...describe(row, result), 'retry-after': String(seconds) },
  });
}

/** A limit without a fallback for the time without Redis. */
function unavailable(cause: unknown): AppError {
  return new AppError('This is closed for a moment. Please try again.', {
    code: 'closed',
    status: 503,
    headers: { 'retry-after': '5' },
    cause,
  });
}

/** The three common headers, and the two of draft-ietf-httpapi-ratelimit-headers-10. */
function describe({ name, limit }: Row, result: CountedTry): Record<string, string> {
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

function secondsLeft(result: CountedTry): number {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
}

function formatDuration(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
