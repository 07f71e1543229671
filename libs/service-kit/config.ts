import { CALLERS } from '@cairn/contracts/internal/callers.ts';
import { z } from 'zod';
import { LOOPBACK } from './listen.ts';

/** A process does not start with a wrong configuration; the message lists every fault at once. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Parses the environment. Empty strings count as not set, so that `KEY=` in a file is no value. */
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

/** What may be logged of a configuration: secrets, staff and the passwords of URLs are masked. */
export function maskConfig(config: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      if (SECRET_NAME.test(name)) return [name, value === undefined ? undefined : '***'];
      return [name, typeof value === 'string' ? value.replace(/\/\/[^@/]*@/, '//***@') : value];
    }),
  );
}

const port = z.coerce.number().int().min(0).max(65_535);

/** 32 bytes in base64. */
export const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in base64');

/** Several values with commas between them. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** One variable may hold PEM blocks with real line ends or with `\n` written out. */
export const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.includes('-----BEGIN'), 'must be PEM');

/** What every process reads. */
export const processVariables = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  PORT: port,
  /** The address to listen on: `0.0.0.0` in a container, both loopback addresses by default. */
  HOST: z.union([z.literal(LOOPBACK), z.ipv4(), z.ipv6()]).default(LOOPBACK),
};

/** Variables of every process that makes or answers internal calls. */
export const internalVariables = {
  /** This process' own key (P-256). No other process has it. */
  INTERNAL_PRIVATE_KEY: pem,
  /** JSON of each caller's public key; several PEM blocks may follow one another during rotation. */
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

/** What every service with a schema of its own reads. */
export const serviceVariables = {
  ...processVariables,
  DATABASE_URL: z.url(),
  KAFKA_BROKERS: commaList.refine((list) => list.length > 0, 'must name a broker'),
  ...internalVariables,
  JWT_PUBLIC_KEYS: pem,
  /** Which login tokens have ended: Redis knows it, and auth where Redis does not. */
  REDIS_URL: z.url(),
  AUTH_URL: z.url(),
};
