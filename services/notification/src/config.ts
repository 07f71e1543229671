import {
  commaList,
  parseConfig,
  processVariables,
  secretKey,
  serviceVariables,
} from '@cairn/service-kit/config.ts';
import { limitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';

type Environment = Record<string, string | undefined>;

/** The base of links in mails; the Host header of a request is never used. */
const publicUrl = z.url().transform((url) => url.replace(/\/$/, ''));

/** One line, shown at the end of bulk mails. */
const postalAddress = z
  .string()
  .trim()
  .regex(/^[^\r\n]{1,200}$/, 'must be one line of at most 200 letters')
  .optional();

const numberTypes = [
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'FIXED_LINE',
  'VOIP',
  'PERSONAL_NUMBER',
  'UAN',
  'SHARED_COST',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'PAGER',
  'VOICEMAIL',
] as const;

/** The numbers that text messages may go to. US and Canadian numbers do not show whether they are mobile. */
const allowedNumbers = {
  SMS_COUNTRIES: z
    .string()
    .default('US,CA')
    .pipe(commaList)
    .pipe(z.array(z.custom<CountryCode>(isCountry, 'must be an ISO 3166-1 code')).min(1)),
  SMS_NUMBER_TYPES: z
    .string()
    .default('MOBILE,FIXED_LINE_OR_MOBILE')
    .pipe(commaList)
    .pipe(z.array(z.enum(numberTypes)).min(1)),
};

function isCountry(code: unknown): boolean {
  return typeof code === 'string' && isSupportedCountry(code);
}

const perSecond = z.coerce.number().positive().max(100_000);

const serviceConfig = z.object({
  ...serviceVariables,
  PUBLIC_URL: publicUrl,
  /** The same value as the worker's, for the preview of a mailing. */
  POSTAL_ADDRESS: postalAddress,
  PHONE_SEAL_KEY: secretKey,
  SUPPRESSION_KEY: secretKey,
  UNSUBSCRIBE_KEY: secretKey,
  STAFF_EMAILS: commaList.pipe(z.array(z.email()).min(1)),
  STAFF_PHONES: commaList.pipe(z.array(z.e164())),
  ...allowedNumbers,
  SENDGRID_WEBHOOK_PUBLIC_KEY: z.string().min(1),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  LIMITS: limitOverrides,
});

const workerConfig = z.object({
  ...processVariables,
  DATABASE_URL: z.url(),
  REDIS_URL: z.url(),
  PUBLIC_URL: publicUrl,
  POSTAL_ADDRESS: postalAddress,
  LINK_SEAL_KEY: secretKey,
  PHONE_SEAL_KEY: secretKey,
  SUPPRESSION_KEY: secretKey,
  UNSUBSCRIBE_KEY: secretKey,
  SENDGRID_API_KEY: z.string().min(1),
  SENDGRID_API_URL: z.url().optional(),
  MAIL_FROM: z.string().regex(/^[^<>\r\n]+ <[^<>\s]+@[^<>\s]+>$/, 'must be Name <address>'),
  TWILIO_ACCOUNT_SID: z.string().min(1),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  TWILIO_API_URL: z.url().optional(),
  TWILIO_FROM: z.e164(),
  ...allowedNumbers,
  /** Recipients per second over all workers; single mails and batches have separate counters. */
  MAIL_PER_SECOND: perSecond.default(2_000),
  SMS_PER_SECOND: perSecond.default(10),
  /** The same value as the service's, for the SMS budget. */
  LIMITS: limitOverrides,
  /** A message fails after this many attempts. */
  MAX_ATTEMPTS: z.coerce.number().int().min(1).max(50).default(12),
});

export type Config = z.infer<typeof serviceConfig>;
export type WorkerConfig = z.infer<typeof workerConfig>;

export function loadConfig(environment: Environment = process.env): Config {
  return parseConfig(serviceConfig, environment);
}

export function loadWorkerConfig(environment: Environment = process.env): WorkerConfig {
  return parseConfig(workerConfig, environment);
}
