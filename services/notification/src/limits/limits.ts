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
} as const satisfies Partial<Record<AnyLimitName, Limit>>;

export type LimitName = keyof typeof LIMITS;
