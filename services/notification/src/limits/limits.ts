import type { LimitName as AnyLimitName } from '@cairn/service-kit/limit-overrides.ts';
import type { Limit } from '@cairn/service-kit/limiter.ts';

const MINUTE = 60;
const HOUR = 3_600;

/** Limits that this service counts in Redis; `LIMITS` may override points and seconds of a row. */
export const LIMITS = {
  // Accepted messages; a refused one is released.
  'contact-address': { points: 3, seconds: 10 * MINUTE, withoutRedis: 3 },
  // Confirmations per mailbox: a caller may enter the address of another person.
  'contact-mailbox': { points: 10, seconds: HOUR, withoutRedis: 3 },
  'phone-code-user': { points: 5, seconds: HOUR, withoutRedis: 2 },
  // Counted in Postgres, beside the code.
  'phone-code-tries': { points: 5, seconds: 10 * MINUTE, withoutRedis: 5 },
  // Per target number, so that no phone is flooded, and per client address.
  'sms-number': { points: 5, seconds: HOUR, withoutRedis: 2 },
  'sms-address': { points: 20, seconds: HOUR, withoutRedis: 5 },
  // All SMS to users together, codes and alerts; codes may use four fifths, so that requests for
  // codes cannot use up what alerts need.
  'sms-hour': { points: 500, seconds: HOUR, withoutRedis: 250 },
  'sms-day': { points: 2_000, seconds: 24 * HOUR, withoutRedis: 1_000 },
  'sms-code-hour': { points: 400, seconds: HOUR, withoutRedis: 200 },
  'sms-code-day': { points: 1_600, seconds: 24 * HOUR, withoutRedis: 800 },
} as const satisfies Partial<Record<AnyLimitName, Limit>>;

export type LimitName = keyof typeof LIMITS;
