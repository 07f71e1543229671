import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapServices, type ServiceName } from '@cairn/contracts/services.ts';
import { databaseUrlOf } from './database.ts';
import { type EnvironmentInputs, localUrl } from './environment.ts';
import { LOCAL } from './paths.ts';
import { usesSandboxStripe } from './providers.ts';
import { ADMIN_EMAIL, PLAYER_EMAIL } from './seeds.ts';

type Login = { email: string; password: string };

/** Content of `.local/endpoints.json`. Development only. */
export type Endpoints = {
  /** The web app's URL for browsers. */
  app: string;
  inbox: string;
  backOffice: string;
  gateway: string;
  services: Record<ServiceName | 'worker', string>;
  gatewayMetrics: string;
  sandbox: string;
  postgresUrl: string;
  redisUrl: string;
  kafkaBrokers: string[];
  logins: { admin: Login; player: Login };
  treasureCodes: Record<string, string>;
  stashCode: string;
  /** The sandbox's keys; null if a real account is configured. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null;
};

export function endpointsFrom(inputs: EnvironmentInputs): Endpoints {
  const { ports, publicUrl, infrastructure, database, secrets, own } = inputs;
  return {
    app: publicUrl,
    inbox: `${publicUrl}/sandbox/`,
    backOffice: `${publicUrl}/admin`,
    gateway: localUrl(ports.gateway),
    services: {
      ...mapServices((name) => localUrl(ports[name])),
      worker: localUrl(ports.worker),
    },
    gatewayMetrics: localUrl(ports.gatewayMetrics),
    sandbox: localUrl(ports.sandbox),
    postgresUrl: databaseUrlOf(database),
    redisUrl: infrastructure.redisUrl,
    kafkaBrokers: infrastructure.kafkaBrokers,
    logins: {
      admin: { email: ADMIN_EMAIL, password: secrets.adminPassword },
      player: { email: PLAYER_EMAIL, password: secrets.playerPassword },
    },
    treasureCodes: secrets.treasureCodes,
    stashCode: secrets.stashCode,
    stripe: usesSandboxStripe(own)
      ? {
          secretKey: secrets.stripeSecretKey,
          publishableKey: secrets.stripePublishableKey,
          webhookSecret: secrets.stripeWebhookSecret,
        }
      : null,
  };
}

export function endpointsFile(stateDirectory: string): string {
  return join(stateDirectory, 'endpoints.json');
}

/** The addresses of the Cairn that runs from this folder; without one the command ends. */
export function requireRunningCairn(): Endpoints {
  const file = endpointsFile(LOCAL);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
  console.error('Cairn is not running from this folder: run `npm start` first.');
  process.exit(2);
}

export function writeEndpoints(stateDirectory: string, endpoints: Endpoints): void {
  const file = endpointsFile(stateDirectory);
  writeFileSync(`${file}.new`, `${JSON.stringify(endpoints, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The file exists only while Cairn runs. */
export function removeEndpoints(stateDirectory: string): void {
  rmSync(endpointsFile(stateDirectory), { force: true });
}
