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
import { z } from 'zod';

/** What a request is counted by. */
export type Subject = 'address' | 'account' | 'account-and-address' | 'user';

export type Limit = {
  points: number;
  seconds: number;
  per: Subject;
  /**
   * `failures`: only a wrong login (401) or a wrong own password (400 with its text) counts; a try
   * is reserved before the work and given back.
   */
  counts: 'all' | 'failures';
  /** While Redis is away: so many for each process, or nothing at all. */
  withoutRedis: number | 'closed';
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
  // By the address that is written to, known or not, so that nobody's mailbox can be flooded.
  'recovery-account': row(5, HOUR, { per: 'account', withoutRedis: 5 }),
  'recovery-address': row(60, HOUR, { per: 'address', withoutRedis: 10 }),
  'own-password-user': row(10, 15 * MINUTE, { per: 'user', counts: 'failures', withoutRedis: 3 }),
  'payment-intents-user': row(60, 10 * MINUTE, { per: 'user', withoutRedis: 10 }),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Limits of single calls, beside the general one; the narrowest comes last, and its headers are seen. */
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
]);

/** The rows to use, with `overrides` of the configuration. */
export function createLimits(overrides: LimitOverrides): Record<LimitName, Limit> {
  const entries = Object.entries(LIMITS).map(([name, limit]) => {
    const override = overrides[name as LimitName];
    return [name, { ...limit, ...override }];
  });
  return Object.fromEntries(entries);
}

const override = z
  .object({ points: z.int().positive(), seconds: z.int().positive() })
  .partial()
  .strict();

const rows = z.partialRecord(z.enum(Object.keys(LIMITS) as [LimitName, ...LimitName[]]), override);

export type LimitOverrides = z.infer<typeof rows>;

/** The variable LIMITS: `{"login-address": {"points": 50}}`. */
export const limitOverrides = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(rows);

function row(
  points: number,
  seconds: number,
  rest: Pick<Limit, 'per' | 'withoutRedis'> & Partial<Limit>,
): Limit {
  return { points, seconds, counts: 'all', ...rest };
}
