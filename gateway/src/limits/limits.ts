import {
  changePassword,
  deleteAccount,
  login,
  requestPasswordReset,
  resendVerification,
  signup,
} from '@cairn/contracts/http/accounts.ts';
import { createPaymentIntent } from '@cairn/contracts/http/payments.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { sendEmail, testEmail } from '@cairn/contracts/http/staff-messages.ts';
import { runSql } from '@cairn/contracts/http/staff-sql.ts';
import type { LimitName as AnyLimitName } from '@cairn/service-kit/limit-overrides.ts';
import type { Limit } from '@cairn/service-kit/limiter.ts';

/** The key by which requests are counted. */
export type Subject = 'address' | 'account' | 'account-and-address' | 'user';

export type GatewayLimit = Limit & {
  per: Subject;
  /**
   * `failures`: counts only a wrong login (401) or a wrong own password (400 with its text); a try
   * is reserved before the call and released after a success.
   */
  counts: 'all' | 'failures';
};

const MINUTE = 60;
const HOUR = 3_600;

/** Every limit that the gateway counts; `LIMITS` may override points and seconds of a row. */
export const LIMITS = {
  'api-address': row(6_000, MINUTE, { per: 'address', withoutRedis: 6_000 }),
  'admin-address': row(6_000, MINUTE, { per: 'address', withoutRedis: 'closed' }),
  'login-account': row(10, 15 * MINUTE, {
    per: 'account-and-address',
    counts: 'failures',
    withoutRedis: 3,
  }),
  'login-address': row(100, HOUR, { per: 'address', counts: 'failures', withoutRedis: 10 }),
  'signup-address': row(100, HOUR, { per: 'address', withoutRedis: 10 }),
  // Per recipient address, registered or not, so that no mailbox can be flooded.
  'recovery-account': row(5, HOUR, { per: 'account', withoutRedis: 5 }),
  'recovery-address': row(60, HOUR, { per: 'address', withoutRedis: 10 }),
  'own-password-user': row(10, 15 * MINUTE, { per: 'user', counts: 'failures', withoutRedis: 3 }),
  'payment-intents-user': row(60, 10 * MINUTE, { per: 'user', withoutRedis: 10 }),
  'sql-user': row(60, MINUTE, { per: 'user', withoutRedis: 'closed' }),
  'mailings-user': row(60, MINUTE, { per: 'user', withoutRedis: 'closed' }),
} as const satisfies Partial<Record<AnyLimitName, GatewayLimit>>;

export type LimitName = keyof typeof LIMITS;

/** Limits of single routes, in addition to the general one; the narrowest is last, and its headers are sent. */
export const LIMITS_OF_ROUTES: ReadonlyMap<AnyRoute, readonly LimitName[]> = new Map<
  AnyRoute,
  readonly LimitName[]
>([
  [login, ['login-address', 'login-account']],
  [signup, ['signup-address']],
  [requestPasswordReset, ['recovery-address', 'recovery-account']],
  [resendVerification, ['recovery-address', 'recovery-account']],
  [changePassword, ['own-password-user']],
  [deleteAccount, ['own-password-user']],
  [createPaymentIntent, ['payment-intents-user']],
  [runSql, ['sql-user']],
  [sendEmail, ['mailings-user']],
  [testEmail, ['mailings-user']],
]);

function row(
  points: number,
  seconds: number,
  rest: Pick<GatewayLimit, 'per' | 'withoutRedis'> & Partial<GatewayLimit>,
): GatewayLimit {
  return { points, seconds, counts: 'all', ...rest };
}
