import { commaList, parseConfig, serviceVariables } from '@cairn/service-kit/config.ts';
import { limitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  CATALOG_URL: z.url(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe'),
  /** Any of them may have signed; two during rotation. */
  STRIPE_WEBHOOK_SECRETS: commaList.refine((secrets) => secrets.length > 0, 'must not be empty'),
  LIMITS: limitOverrides,
  /** Where the SDK finds Stripe, if not at Stripe. */
  STRIPE_API_URL: z.url().optional(),
});

export type Config = z.output<typeof variables>;

export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  return parseConfig(variables, environment);
}
