import { commaList, kafkaVariables, parseConfig } from '@cairn/service-kit/config.ts';
import { z } from 'zod';
import { SCHEMAS } from '../local/database.ts';

const count = z.coerce.number().int().min(1);
const password = z.string().min(1);

const variables = z.object({
  /** A superuser's, with the name of the database that is to be made. */
  POSTGRES_URL: z.url(),
  ...kafkaVariables,
  /** Of topics that do not exist yet. */
  KAFKA_REPLICATION_FACTOR: count.default(1),
  KAFKA_MIN_INSYNC_REPLICAS: count.default(1),
  /** At most this many copies of a service consume a topic; a later change moves keys to other partitions. */
  KAFKA_PARTITIONS: count.default(3),
  /** Only these, where the others are in another database. */
  SCHEMAS: commaList.pipe(z.array(z.enum(SCHEMAS)).min(1)).default([...SCHEMAS]),
  /** JSON: the password of each service's role, by the service's name. */
  ROLE_PASSWORDS: z
    .string()
    .transform(readJson)
    .pipe(z.partialRecord(z.enum(SCHEMAS), password)),
  SQL_READER_PASSWORD: password,
  SQL_UPDATER_PASSWORD: password,
  INVARIANTS_PASSWORD: password,
});

export type Config = z.output<typeof variables>;

export function loadConfig(environment: Record<string, string | undefined> = process.env): Config {
  return parseConfig(variables, environment);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
