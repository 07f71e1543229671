import type { LimitName } from '@cairn/service-kit/limit-overrides.ts';
import type { Limit } from '@cairn/service-kit/limiter.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * 3_600;

/** How often codes may be tried; the variable LIMITS may override points and seconds of a row. */
export const LIMITS = {
  'treasure-code-address': { points: 10, seconds: MINUTE, withoutRedis: 3 },
  /** For one hunt. */
  'treasure-code-hunt-address': { points: 100, seconds: DAY, withoutRedis: 10 },
  'stash-code-address': { points: 3, seconds: MINUTE, withoutRedis: 3 },
  /** Wrong codes for one hunt, or for all stashes, from all addresses together. */
  'wrong-codes-hunt': { points: 1_000, seconds: HOUR, withoutRedis: 100 },
  /** Each address, while `wrong-codes-hunt` is exceeded. */
  'wrong-codes-hunt-address': { points: 1, seconds: MINUTE, withoutRedis: 1 },
} as const satisfies Partial<Record<LimitName, Limit>>;

export type CodeLimit = keyof typeof LIMITS;
