import type { LimitName } from '@cairn/service-kit/limit-overrides.ts';
import type { Limit } from '@cairn/service-kit/limiter.ts';

const HOUR = 3_600;

/** Against card testing; `LIMITS` may override points and seconds of a row. */
export const LIMITS = {
  'declined-cards-user': { points: 60, seconds: HOUR, withoutRedis: 10 },
  'declined-cards-address': { points: 60, seconds: HOUR, withoutRedis: 10 },
} as const satisfies Partial<Record<LimitName, Limit>>;

export type DeclineLimit = keyof typeof LIMITS;
