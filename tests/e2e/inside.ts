import { join } from 'node:path';
import type { SqlRolePasswords } from '@cairn/postgres/back-office.ts';
import { databaseUrl, type SchemaOwner } from '@cairn/postgres/provision.ts';
import type { Infrastructure } from '@cairn/testing/config.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';
import { environmentOf, localUrl } from '../../infra/local/environment.ts';
import { portsFrom } from '../../infra/local/ports.ts';
import { PROCESS_NAMES, type ProcessName } from '../../infra/local/processes.ts';
import { loadSecrets, type Secrets } from '../../infra/local/secrets.ts';

/** Internal URLs, credentials and logs: for tests that look behind the gateway. */
export type Inside = {
  urls: Record<Exclude<ProcessName, 'sandbox'>, string>;
  gatewayMetrics: string;
  /** Connects as superuser. */
  databaseUrl: string;
  redisUrl: string;
  /** The folder of the processes' logs. */
  logs: string;
  internalKeys: Secrets['internalKeys'];
  /** The environment variables of each process. */
  environments: Record<ProcessName, Record<string, string>>;
};

export type StackInputs = {
  portBase: number;
  stateDirectory: string;
  infrastructure: Infrastructure;
  database: string;
  owners: SchemaOwner[];
  sqlPasswords: SqlRolePasswords;
};

export function lookInside(
  { portBase, stateDirectory, infrastructure, database, owners, sqlPasswords }: StackInputs,
  endpoints: Endpoints,
): Inside {
  const ports = portsFrom(portBase);
  const secrets = loadSecrets(stateDirectory);
  const inputs = {
    stateDirectory,
    ports,
    publicUrl: localUrl(ports.gateway),
    infrastructure,
    database: { adminUrl: infrastructure.postgresUrl, name: database, owners, sqlPasswords },
    secrets,
    own: {},
  };
  const environments = PROCESS_NAMES.map((name) => [name, environmentOf(name, inputs)]);
  return {
    urls: { gateway: endpoints.gateway, ...endpoints.services },
    gatewayMetrics: endpoints.gatewayMetrics,
    databaseUrl: databaseUrl(infrastructure.postgresUrl, database),
    redisUrl: infrastructure.redisUrl,
    logs: join(stateDirectory, 'logs'),
    internalKeys: secrets.internalKeys,
    environments: Object.fromEntries(environments),
  };
}
