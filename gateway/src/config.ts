import { fileURLToPath } from 'node:url';
import {
  commaList,
  internalVariables,
  parseConfig,
  pem,
  processVariables,
} from '@cairn/service-kit/config.ts';
import { limitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { z } from 'zod';

const variables = z
  .object({
    ...processVariables,
    METRICS_PORT: processVariables.PORT,
    METRICS_HOST: processVariables.HOST,
    PUBLIC_URL: z.url({ protocol: /^https?$/ }),
    /** Names beside that of PUBLIC_URL under which the gateway answers, without ports. */
    ALLOWED_HOSTS: commaList.default([]),
    REDIS_URL: z.url(),
    KAFKA_BROKERS: commaList,
    INTERNAL_PRIVATE_KEY: internalVariables.INTERNAL_PRIVATE_KEY,
    JWT_PUBLIC_KEYS: pem,
    AUTH_URL: z.url(),
    CATALOG_URL: z.url(),
    PAYMENT_URL: z.url(),
    NOTIFICATION_URL: z.url(),
    ADMIN_URL: z.url(),
    /** How many proxies in front of this one add to X-Forwarded-For. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    STRIPE_PUBLISHABLE_KEY: z.string().min(1),
    STRIPE_SCRIPT_URL: z.string().optional(),
    SANDBOX_URL: z.url().optional(),
    /** With `{z}`, `{x}`, `{y}` and perhaps `{s}`; on our own host it begins with a slash. */
    MAP_TILE_URL: z.string().min(1),
    MAP_ATTRIBUTION: z.string().default(''),
    LIMITS: limitOverrides,
    /** Browsers that may listen to the live stream at one time. */
    LIVE_LISTENERS: z.coerce.number().int().min(1).default(5_000),
    /** A school or an office shares one address, and has a place for each browser that is looking. */
    LIVE_LISTENERS_PER_ADDRESS: z.coerce.number().int().min(1).default(500),
    /** How long a service may take to answer. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(9_000),
    /** The folder of the built web app. */
    WEB_DIST: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  })
  .refine((config) => config.NODE_ENV !== 'production' || !config.SANDBOX_URL, {
    path: ['SANDBOX_URL'],
    message: 'must not be set in production',
  });

export type Config = z.infer<typeof variables>;

export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  return parseConfig(variables, environment);
}
