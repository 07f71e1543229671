import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SERVICE_NAMES, urlVariable } from '@cairn/contracts/services.ts';
import { parse } from 'yaml';

// `node infra/k8s/secrets.ts .env | kubectl -n cairn apply -f -`: a Secret for each process with the
// variables that docker-compose.yml gives it, filled from a file such as infra/docker/new-secrets.ts
// prints. `--names` prints only the names, for a secret manager.

/** In the ConfigMap or in the Deployment, not in a Secret. */
export const CONFIGURATION = [
  ...['NODE_ENV', 'LOG_LEVEL', 'HOST', 'PORT', 'METRICS_PORT', 'METRICS_HOST', 'PUBLIC_URL'],
  ...SERVICE_NAMES.map(urlVariable),
  ...['ALLOWED_HOSTS', 'TRUSTED_PROXIES', 'MAP_TILE_URL', 'MAP_ATTRIBUTION', 'SANDBOX_URL'],
  ...['KAFKA_BROKERS', 'KAFKA_TLS', 'KAFKA_SASL_MECHANISM', 'NODE_EXTRA_CA_CERTS'],
  ...['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'],
  ...['KAFKA_REPLICATION_FACTOR', 'KAFKA_MIN_INSYNC_REPLICAS', 'KAFKA_PARTITIONS'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
  ...['STRIPE_SCRIPT_URL', 'STRIPE_API_URL', 'SENDGRID_API_URL', 'TWILIO_API_URL'],
];
/** Servers and jobs that read a Secret besides the processes. */
const OTHERS = ['migrate', 'sandbox', 'postgres', 'redis'];

type Variables = Record<string, string | undefined>;
type Secret = {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string };
  stringData: Record<string, string>;
};

/** The Secrets of all services of a compose file that have variables. */
export function secretsFrom(compose: string, values: Variables): Secret[] {
  const { services } = parse(compose, { merge: true }) as {
    services: Record<string, { command?: unknown; environment?: Record<string, string | null> }>;
  };
  return Object.entries(services)
    .filter(([name, { command }]) => isProcess(command) || OTHERS.includes(name))
    .map(([name, { environment = {} }]) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `cairn-${name}` },
      stringData: fill(environment, name === 'sandbox' ? [] : CONFIGURATION, values),
    }));
}

function isProcess(command: unknown): boolean {
  return Array.isArray(command) && command[0] === 'node' && /\/src\//.test(String(command[1]));
}

function fill(
  environment: Record<string, string | null>,
  excluded: string[],
  values: Variables,
): Record<string, string> {
  const filled = Object.entries(environment)
    .filter(([name]) => !excluded.includes(name))
    .map(
      ([name, text]) => [name, text === null ? values[name] : interpolate(text, values)] as const,
    );
  return Object.fromEntries(filled.filter(([, value]) => value)) as Record<string, string>;
}

/** `${NAME:?}` is required, `${NAME:-text}` has a default. */
function interpolate(text: string, values: Variables): string {
  return text.replace(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_, name: string, kind: string, other: string) => {
      const value = values[name] || (kind === '-' ? other : undefined);
      if (value === undefined) throw new Error(`${name} is not set`);
      return value;
    },
  );
}

function main([file = '.env']: string[]): void {
  const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
  if (file === '--names') {
    const anything = new Proxy({}, { get: () => 'x' }) as Variables;
    for (const { metadata, stringData } of secretsFrom(compose, anything)) {
      process.stdout.write(`${metadata.name}: ${Object.keys(stringData).join(' ')}\n`);
    }
    return;
  }
  const items = secretsFrom(compose, parseEnv(readFileSync(file, 'utf8')));
  process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items })}\n`);
}

if (import.meta.main) main(process.argv.slice(2));
