import { commaList, parseConfig, serviceVariables } from '@cairn/service-kit/config.ts';
import { limitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  CATALOG_URL: z.url(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret key of Stripe'),
  /** A webhook may be signed with any of them; there are two during rotation. */
  STRIPE_WEBHOOK_SECRETS: commaList.refine((secrets) => secrets.length > 0, 'must not be empty'),
  LIMITS: limitOverrides,
  /** The base URL of the sandbox. Without it the SDK calls Stripe. */
  STRIPE_API_URL: z.url().optional(),
});

export type Config = z.output<typeof variables>;

export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  return parseConfig(variables, environment);
}
