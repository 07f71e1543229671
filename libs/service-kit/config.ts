import { CALLERS } from '@cairn/contracts/services.ts';
import { z } from 'zod';
import { LOOPBACK } from './listen.ts';

/** Thrown at start on invalid configuration; the message lists every invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Parses the environment. Empty strings count as unset, since `.env` files contain `KEY=`. */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not complete:\n${faults.join('\n')}`);
}

const SECRET_NAME = /SECRET|KEY|PASSWORD|TOKEN|CODE|PHRASE|^STAFF_/;

/** The configuration for logs, with secrets, staff addresses and passwords in URLs masked. */
export function maskConfig(config: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (SECRET_NAME.test(name)) return [name, value === undefined ? undefined : '***'];
      return [name, typeof value === 'string' ? maskUrl(value) : value];
    }),
  );
}

function maskUrl(text: string): string {
  return text.replace(/\/\/[^@/]*@/, '//***@').replace(/([?&]\w*password=)[^&]*/gi, '$1***');
}

const port = z.coerce.number().int().min(0).max(65_535);

/** 32 bytes in base64. */
export const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64');

/** Comma-separated values. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** PEM blocks, with real line breaks or with `\n` written out. */
export const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.includes('-----BEGIN'), 'must be PEM');

/** Variables of every process. */
export const processVariables = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  PORT: port,
  /** The address to listen on: `0.0.0.0` in a container, both loopback addresses by default. */
  HOST: z.union([z.literal(LOOPBACK), z.ipv4(), z.ipv6()]).default(LOOPBACK),
};

/** Variables of every process that makes or serves internal calls. */
export const internalVariables = {
  /** This process's own private key (P-256), which no other process has. */
  INTERNAL_PRIVATE_KEY: pem,
  /** JSON: public key by caller; several PEM blocks may follow one another during rotation. */
  INTERNAL_PUBLIC_KEYS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(z.partialRecord(z.enum(CALLERS), pem)),
};

/** Variables of every process that connects to Kafka; see `kafkaConnection`. */
export const kafkaVariables = {
  KAFKA_BROKERS: commaList.refine((list) => list.length > 0, 'must name a broker'),
  /** Node trusts a private certificate authority by NODE_EXTRA_CA_CERTS. */
  KAFKA_TLS: z.stringbool().default(false),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
};

/** Variables of every service with its own schema. */
export const serviceVariables = {
  ...processVariables,
  DATABASE_URL: z.url(),
  /**
   * The server itself, where `DATABASE_URL` names a transaction pooler: for the relay and session locks.
   * Host, port and TLS only; role and database are those of `DATABASE_URL`.
   */
  DATABASE_DIRECT_URL: z.url().optional(),
  /** A streaming replica, for reads that tolerate lag. Host, port and TLS only, too. */
  DATABASE_REPLICA_URL: z.url().optional(),
  ...kafkaVariables,
  ...internalVariables,
  JWT_PUBLIC_KEYS: pem,
  /** Sources of revoked session tokens: Redis, and auth if Redis is unavailable. */
  REDIS_URL: z.url(),
  AUTH_URL: z.url(),
};
