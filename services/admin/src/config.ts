import { parseConfig, serviceVariables } from '@cairn/service-kit/config.ts';
import { z } from 'zod';

const serviceConfig = z.object({
  ...serviceVariables,
  /** Connections as the roles of the SQL tool (libs/postgres/back-office.ts). */
  SQL_READER_URL: z.url(),
  SQL_UPDATER_URL: z.url(),
  /** A connection as the role that checks invariants. */
  INVARIANTS_URL: z.url(),
  PAYMENT_URL: z.url(),
  NOTIFICATION_URL: z.url(),
});
export type Config = z.infer<typeof serviceConfig>;

export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  return parseConfig(serviceConfig, environment);
}

/** For `npm run repair`: a superuser's URL of the database with every schema. */
export function loadRepairConfig(environment: Record<string, string | undefined> = process.env): {
  REPAIR_DATABASE_URL: string;
} {
  return parseConfig(z.object({ REPAIR_DATABASE_URL: z.url() }), environment);
}
