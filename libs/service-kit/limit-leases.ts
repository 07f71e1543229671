import type { Redis } from './redis.ts';

/**
 * KEYS: the counter. ARGV: points of the limit, wanted points, seconds of the window. Grants at most
 * a twentieth of the free points, so that near the limit each try is counted singly; at least 1,
 * which exceeds the limit if no point is free.
 */
const LEASE = `
local free = tonumber(ARGV[1]) - tonumber(redis.call('GET', KEYS[1]) or '0')
local granted = math.max(1, math.min(tonumber(ARGV[2]), math.floor(free / 20)))
redis.call('SET', KEYS[1], 0, 'EX', ARGV[3], 'NX')
local used = redis.call('INCRBY', KEYS[1], granted)
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return {granted, used, redis.call('PTTL', KEYS[1])}`;

/**
 * ARGV: unused points, milliseconds until their window ends, half the length of a window. Changes
 * nothing if the window has ended since.
 */
const GIVE_BACK = `
local left = redis.call('PTTL', KEYS[1])
if math.abs(left - tonumber(ARGV[2])) > tonumber(ARGV[3]) then return end
if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then return end
redis.call('INCRBY', KEYS[1], -tonumber(ARGV[1]))`;

/** Points of a key that is unused for this long are given back. */
const IDLE_MS = 250;

export type LeaseOptions = {
  redis: Redis;
  /** Maximum of one lease. */
  size: number;
  points: number;
  seconds: number;
  keyPrefix: string;
};

/** As rate-limiter-flexible reports one try. */
export type CountedTry = { remainingPoints: number; msBeforeNext: number };

export type Leases = {
  /** Counts one try. `isWithin` is false above the limit. Rejects if Redis fails. */
  consume(key: string): Promise<{ isWithin: boolean; result: CountedTry }>;
  /** Counts one try at once if a leased point is left; otherwise counts nothing and returns null. */
  consumeLeased(key: string): CountedTry | null;
};

type Lease = {
  granted: number;
  /** Points of this lease that are not used yet. */
  left: number;
  /** Points of the limit that no process has leased yet; negative above the limit. */
  free: number;
  /** End of the window, by `performance.now()`. */
  endsAt: number;
  isIdle: boolean;
};

/**
 * Counts tries of a fixed window on points taken from Redis in advance: never more than the limit
 * over all processes. A key starts with single points and doubles with each lease; unused points
 * are given back.
 */
export function createLeases(options: LeaseOptions): Leases {
  const { redis, size, points, seconds, keyPrefix } = options;
  const leases = new Map<string, Lease>();
  const running = new Map<string, { lease: Promise<Lease>; waiting: number }>();
  let isSweeping = false;
  /** The counter of rate-limiter-flexible, which continues it without leases. */
  const nameOf = (key: string) => `${keyPrefix}:${key}`;

  /** One request to Redis at a time for each key; its other callers wait for the same lease. */
  function requestLease(key: string): Promise<Lease> {
    const known = running.get(key);
    if (known) {
      known.waiting += 1;
      return known.lease;
    }
    const request = { lease: takeLease(key), waiting: 1 };
    running.set(key, request);
    return request.lease;
  }

  async function takeLease(key: string): Promise<Lease> {
    // Counts the callers of the same turn first.
    await null;
    const doubled = (leases.get(key)?.granted ?? 0) * 2;
    const wanted = Math.min(size, Math.max(doubled, running.get(key)?.waiting ?? 1));
    try {
      const answer = await redis.eval(LEASE, 1, nameOf(key), points, wanted, seconds);
      const [granted, used, msLeft] = answer as [number, number, number];
      const free = points - used;
      const endsAt = performance.now() + msLeft;
      const lease = { granted, left: free < 0 ? 0 : granted, free, endsAt, isIdle: false };
      leases.set(key, lease);
      if (!isSweeping) sweepLater();
      return lease;
    } finally {
      running.delete(key);
    }
  }

  function sweepLater(): void {
    isSweeping = true;
    setTimeout(giveBackIdle, IDLE_MS).unref();
  }

  function giveBackIdle(): void {
    for (const [key, lease] of leases) {
      if (lease.isIdle) {
        leases.delete(key);
        giveBack(key, lease);
      }
      lease.isIdle = true;
    }
    isSweeping = false;
    if (leases.size > 0) sweepLater();
  }

  function giveBack(key: string, { left, endsAt }: Lease): void {
    if (left === 0) return;
    const msLeft = Math.round(endsAt - performance.now());
    // While Redis is unavailable the points stay used until the window ends.
    redis.eval(GIVE_BACK, 1, nameOf(key), left, msLeft, seconds * 500).catch(() => {});
  }

  return {
    async consume(key) {
      for (let current = leases.get(key); ; current = await requestLease(key)) {
        const result = current && takePoint(current);
        if (result) return { isWithin: true, result };
        const msBeforeNext = (current?.endsAt ?? 0) - performance.now();
        if (current && current.free < 0 && msBeforeNext > 0)
          return { isWithin: false, result: { remainingPoints: 0, msBeforeNext } };
      }
    },
    consumeLeased(key) {
      const lease = leases.get(key);
      return lease ? takePoint(lease) : null;
    },
  };
}

/** Null if the lease has no point left, or its window has ended. */
function takePoint(lease: Lease): CountedTry | null {
  const msBeforeNext = lease.endsAt - performance.now();
  if (lease.left === 0 || msBeforeNext <= 0) return null;
  lease.left -= 1;
  lease.isIdle = false;
  return { remainingPoints: lease.free + lease.left, msBeforeNext };
}
