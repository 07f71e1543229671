import { z } from 'zod';
import type { Limit } from './limiter.ts';

/** The names of all limits, so that a mistyped name in LIMITS is an error and not ignored. */
const LIMIT_NAMES = [
  'api-address',
  'admin-address',
  'login-account',
  'login-address',
  'signup-address',
  'recovery-account',
  'recovery-address',
  'own-password-user',
  'payment-intents-user',
  'declined-cards-user',
  'declined-cards-address',
  'sql-user',
  'mailings-user',
  'treasure-code-address',
  'treasure-code-hunt-address',
  'stash-code-address',
  'wrong-codes-hunt',
  'wrong-codes-hunt-address',
  'contact-address',
  'contact-mailbox',
  'phone-code-user',
  'phone-code-tries',
  'sms-number',
  'sms-address',
  'sms-hour',
  'sms-day',
  'sms-code-hour',
  'sms-code-day',
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

const override = z
  .object({ points: z.int().positive(), seconds: z.int().positive() })
  .partial()
  .strict();

const overrides = z.partialRecord(z.enum(LIMIT_NAMES), override);

export type LimitOverrides = z.infer<typeof overrides>;

/** The variable LIMITS, the same for every process: `{"login-address": {"points": 50}}`. */
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
  .pipe(overrides);

/** The limits of one process, with overrides from the configuration. */
export function applyOverrides<Name extends LimitName, Row extends Limit>(
  rows: Record<Name, Row>,
  changes: LimitOverrides,
): Record<Name, Row> {
  const entries = Object.entries<Row>(rows).map(([name, row]) => [
    name,
    { ...row, ...changes[name as Name] },
  ]);
  return Object.fromEntries(entries);
}
