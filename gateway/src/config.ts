import { fileURLToPath } from 'node:url';
import { SERVICE_NAMES, type UrlVariable, urlVariable } from '@cairn/contracts/services.ts';
import {
  commaList,
  internalVariables,
  kafkaVariables,
  parseConfig,
  pem,
  processVariables,
} from '@cairn/service-kit/config.ts';
import { limitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { z } from 'zod';

/** https://operations.osmfoundation.org/policies/tiles/ */
export const PUBLIC_TILES = {
  url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution:
    '&copy; <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors',
};

/** The base URL of each service. */
const upstreamUrls = Object.fromEntries(
  SERVICE_NAMES.map((name) => [urlVariable(name), z.url()]),
) as Record<UrlVariable, z.ZodURL>;

const variables = z
  .object({
    ...processVariables,
    METRICS_PORT: processVariables.PORT,
    METRICS_HOST: processVariables.HOST,
    PUBLIC_URL: z.url({ protocol: /^https?$/ }),
    /** Accepted host names in addition to PUBLIC_URL's, without ports. */
    ALLOWED_HOSTS: commaList.default([]),
    REDIS_URL: z.url(),
    ...kafkaVariables,
    INTERNAL_PRIVATE_KEY: internalVariables.INTERNAL_PRIVATE_KEY,
    JWT_PUBLIC_KEYS: pem,
    ...upstreamUrls,
    /** Number of proxies in front of the gateway that append to X-Forwarded-For. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    STRIPE_PUBLISHABLE_KEY: z.string().min(1),
    STRIPE_SCRIPT_URL: z.string().optional(),
    SANDBOX_URL: z.url().optional(),
    /** With `{z}`, `{x}`, `{y}` and optionally `{s}`; starts with a slash for tiles of the same origin. */
    MAP_TILE_URL: z.string().min(1).default(PUBLIC_TILES.url),
    /** Tiles of the dark scheme; without them the page darkens the others. */
    MAP_TILE_URL_DARK: z.string().min(1).optional(),
    /** HTML; default: that of the public tile service if its tiles are used. */
    MAP_ATTRIBUTION: z.string().optional(),
    LIMITS: limitOverrides,
    /** Maximum number of concurrent live streams. */
    LIVE_LISTENERS: z.coerce.number().int().min(1).default(5_000),
    /** Maximum per address; high enough for a school or an office behind one address. */
    LIVE_LISTENERS_PER_ADDRESS: z.coerce.number().int().min(1).default(500),
    /** Time limit for a service's response. */
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
