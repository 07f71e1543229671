import {
  parseConfig,
  pem,
  processVariables,
  secretKey,
  serviceVariables,
} from '@cairn/service-kit/config.ts';
import { z } from 'zod';

type Environment = Record<string, string | undefined>;

const serviceConfig = z.object({
  ...serviceVariables,
  JWT_PRIVATE_KEY: pem,
  LINK_SEAL_KEY: secretKey,
  /** Sources of an account's data export. */
  CATALOG_URL: z.url(),
  PAYMENT_URL: z.url(),
  NOTIFICATION_URL: z.url(),
  ADMIN_URL: z.url(),
});
export type Config = z.infer<typeof serviceConfig>;

const seedConfig = z.object({
  LOG_LEVEL: processVariables.LOG_LEVEL,
  DATABASE_URL: serviceVariables.DATABASE_URL,
  SEED_ADMIN_EMAIL: z.string(),
  SEED_ADMIN_PASSWORD: z.string(),
  SEED_PLAYER_EMAIL: z.string(),
  SEED_PLAYER_PASSWORD: z.string(),
});
export type SeedConfig = z.infer<typeof seedConfig>;

export function loadConfig(environment: Environment = process.env): Config {
  return parseConfig(serviceConfig, environment);
}

export function loadSeedConfig(environment: Environment = process.env): SeedConfig {
  return parseConfig(seedConfig, environment);
}
