import {
  parseConfig,
  processVariables,
  secretKey,
  serviceVariables,
} from '@cairn/service-kit/config.ts';
import { z } from 'zod';

type Environment = Record<string, string | undefined>;

const serviceConfig = z.object(serviceVariables);

const workerConfig = z.object({
  ...processVariables,
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  /** Links in mails begin with it: never with what a request says. */
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  LINK_SEAL_KEY: secretKey,
  SENDGRID_API_KEY: z.string().min(1),
  SENDGRID_API_URL: z.url().optional(),
  MAIL_FROM: z.string().regex(/^[^<>\r\n]+ <[^<>\s]+@[^<>\s]+>$/, 'must be Name <address>'),
});

export type Config = z.infer<typeof serviceConfig>;
export type WorkerConfig = z.infer<typeof workerConfig>;

export function loadConfig(environment: Environment = process.env): Config {
  return parseConfig(serviceConfig, environment);
}

export function loadWorkerConfig(environment: Environment = process.env): WorkerConfig {
  return parseConfig(workerConfig, environment);
}
