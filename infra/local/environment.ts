import { join } from 'node:path';
import { CALLERS, PROCESSES, urlVariables } from '@cairn/contracts/services.ts';
import { type Database, schemaUrl, sqlRoleUrl } from './database.ts';
import { baseEnvironment } from './executables.ts';
import type { Infrastructure } from './infrastructure.ts';
import { CACHE } from './paths.ts';
import type { Ports } from './ports.ts';
import type { ProcessName } from './processes.ts';
import { type Providers, providersFrom } from './providers.ts';
import { redisUrlOf } from './redis-accounts.ts';
import type { Secrets } from './secrets.ts';

export type EnvironmentInputs = {
  stateDirectory: string;
  ports: Ports;
  publicUrl: string;
  infrastructure: Infrastructure;
  database: Database;
  secrets: Secrets;
  /** The user's environment; `{}` in tests. */
  own: NodeJS.ProcessEnv;
};

type Variables = Record<string, string | undefined>;

const POSTAL_ADDRESS = 'Cairn, 1 Trail Street, Montpelier, VT 05602';

const ALLOWED_NUMBERS = ['SMS_COUNTRIES', 'SMS_NUMBER_TYPES'];

/** Variables of the user's environment that are passed to each process; all others are dropped. */
const OWN_VARIABLES: Partial<Record<ProcessName, string[]>> = {
  gateway: [
    'HOST',
    'ALLOWED_HOSTS',
    'TRUSTED_PROXIES',
    'MAP_TILE_URL',
    'MAP_TILE_URL_DARK',
    'MAP_ATTRIBUTION',
    'LIMITS',
  ],
  catalog: ['LIMITS'],
  payment: ['LIMITS'],
  notification: ['STAFF_EMAILS', 'STAFF_PHONES', 'POSTAL_ADDRESS', 'LIMITS', ...ALLOWED_NUMBERS],
  worker: [
    ...['MAIL_FROM', 'POSTAL_ADDRESS', 'MAIL_PER_SECOND', 'SMS_PER_SECOND', 'MAX_ATTEMPTS'],
    ...['LIMITS', ...ALLOWED_NUMBERS],
  ],
};

/** Of every process but the sandbox: read by OpenTelemetry's SDK, Node and the clients of the engines. */
const SHARED_VARIABLES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_ZIPKIN_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'NODE_EXTRA_CA_CERTS',
  'KAFKA_TLS',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_USERNAME',
  'KAFKA_SASL_PASSWORD',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
];

/** The environment of one process: only variables of .env.example that it needs. */
export function environmentOf(
  name: ProcessName,
  inputs: EnvironmentInputs,
): Record<string, string> {
  const { own, ports } = inputs;
  const variables: Variables = {
    ...baseEnvironment(process.env),
    NODE_ENV: 'development',
    // The compile cache shortens the start of a process by a third.
    ...(own['NODE_V8_COVERAGE']
      ? // Cached code has lost the positions that coverage needs.
        { NODE_V8_COVERAGE: own['NODE_V8_COVERAGE'], NODE_DISABLE_COMPILE_CACHE: '1' }
      : { NODE_COMPILE_CACHE: join(CACHE, 'node') }),
    LOG_LEVEL: own['LOG_LEVEL'],
    PORT: String(ports[name]),
    ...(name === 'sandbox' ? {} : sharedVariables(name, inputs)),
    ...internalVariables(name, inputs.secrets),
    ...ownVariables(name, inputs),
  };
  for (const key of OWN_VARIABLES[name] ?? []) variables[key] = own[key] || variables[key];
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set) as Record<string, string>;
}

function sharedVariables(
  name: Exclude<ProcessName, 'sandbox'>,
  { ports, publicUrl, infrastructure, database, secrets, own }: EnvironmentInputs,
): Variables {
  const { schema } = PROCESSES[name];
  return {
    ...Object.fromEntries(SHARED_VARIABLES.map((key) => [key, own[key]])),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: schema ? schemaUrl(database, schema) : undefined,
    REDIS_URL: redisUrlOf(name, infrastructure.redisUrl),
    KAFKA_BROKERS: infrastructure.kafkaBrokers.join(','),
    JWT_PUBLIC_KEYS: secrets.jwtPublicKey,
    ...urlVariables((each) => localUrl(ports[each])),
  };
}

/** A process has its own key, and the public keys of all. */
function internalVariables(name: ProcessName, { internalKeys }: Secrets): Variables {
  const caller = CALLERS.find((each) => each === name);
  if (!caller) return {};
  const publicKeys = CALLERS.map((each) => [each, internalKeys[each].publicKey]);
  return {
    INTERNAL_PRIVATE_KEY: internalKeys[caller].privateKey,
    INTERNAL_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(publicKeys)),
  };
}

function ownVariables(name: ProcessName, inputs: EnvironmentInputs): Variables {
  const { ports, secrets, own } = inputs;
  const providers = providersFrom(own, secrets, localUrl(ports.sandbox));
  switch (name) {
    case 'gateway':
      return gatewayVariables(inputs, providers);
    case 'auth':
      return {
        JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
        LINK_SEAL_KEY: secrets.linkSealKey,
      };
    case 'catalog':
      return {
        CODE_HMAC_KEY: secrets.codeHmacKey,
        CODE_SEAL_KEY: secrets.codeSealKey,
        ATTEMPT_KEY: secrets.attemptKey,
      };
    case 'payment':
      return providers.payment;
    case 'notification':
      return {
        ...messageKeys(secrets),
        STAFF_EMAILS: 'staff@cairn.example',
        STAFF_PHONES: '+18025550123',
        POSTAL_ADDRESS,
        ...providers.notification,
      };
    case 'admin':
      return {
        SQL_READER_URL: sqlRoleUrl(inputs.database, 'reader'),
        SQL_UPDATER_URL: sqlRoleUrl(inputs.database, 'updater'),
        INVARIANTS_URL: sqlRoleUrl(inputs.database, 'invariants'),
      };
    case 'worker':
      return {
        ...messageKeys(secrets),
        LINK_SEAL_KEY: secrets.linkSealKey,
        MAIL_FROM: 'Cairn <hello@cairn.example>',
        POSTAL_ADDRESS,
        ...providers.worker,
      };
    case 'sandbox':
      return sandboxVariables(inputs);
    default:
      // No variables of its own.
      return {};
  }
}

function messageKeys(secrets: Secrets): Variables {
  return {
    PHONE_SEAL_KEY: secrets.phoneSealKey,
    SUPPRESSION_KEY: secrets.suppressionKey,
    UNSUBSCRIBE_KEY: secrets.unsubscribeKey,
  };
}

const SANDBOX_MAP = {
  MAP_TILE_URL: '/sandbox/tiles/{z}/{x}/{y}.png',
  MAP_TILE_URL_DARK: '/sandbox/tiles/dark/{z}/{x}/{y}.png',
  MAP_ATTRIBUTION: 'Natural Earth, U.S. Census Bureau',
};

function gatewayVariables({ ports, own }: EnvironmentInputs, providers: Providers): Variables {
  return {
    METRICS_PORT: String(ports.gatewayMetrics),
    SANDBOX_URL: localUrl(ports.sandbox),
    ...(own['MAP_TILE_URL'] ? {} : SANDBOX_MAP),
    ...providers.gateway,
  };
}

function sandboxVariables({
  stateDirectory,
  ports,
  publicUrl,
  secrets,
}: EnvironmentInputs): Variables {
  return {
    PUBLIC_URL: publicUrl,
    GATEWAY_URL: localUrl(ports.gateway),
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
    STRIPE_WEBHOOK_SECRETS: secrets.stripeWebhookSecret,
    SENDGRID_API_KEY: secrets.sendgridApiKey,
    SENDGRID_WEBHOOK_PRIVATE_KEY: secrets.sendgridWebhook.privateKey,
    TWILIO_ACCOUNT_SID: secrets.twilioAccountSid,
    TWILIO_AUTH_TOKEN: secrets.twilioAuthToken,
    STATE_FILE: join(stateDirectory, 'sandbox', 'state.json'),
  };
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
