import type { LimitName as AnyLimitName } from '@cairn/service-kit/limit-overrides.ts';
import type { Limit } from '@cairn/service-kit/limiter.ts';

const MINUTE = 60;
const HOUR = 3_600;

/** What this service counts in Redis; `LIMITS` may override points and seconds of a row. */
export const LIMITS = {
  // Messages that were taken; one that is refused is given back.
  'contact-address': { points: 3, seconds: 10 * MINUTE, withoutRedis: 3 },
  // Confirmations by mailbox: anybody may type anybody's address.
  'contact-mailbox': { points: 10, seconds: HOUR, withoutRedis: 3 },
  'phone-code-user': { points: 5, seconds: HOUR, withoutRedis: 2 },
  // Counted in Postgres, beside the code.
  'phone-code-tries': { points: 5, seconds: 10 * MINUTE, withoutRedis: 5 },
  // By the number that is written to, so that nobody's phone can be flooded, and by who asks.
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
