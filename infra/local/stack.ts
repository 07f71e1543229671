import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type KafkaConnection, readKafkaConnection } from '@cairn/events/kafka/connection.ts';
import { ensureTopics } from '@cairn/events/topics.ts';
import type { SqlRolePasswords } from '@cairn/postgres/back-office.ts';
import type { SchemaOwner } from '@cairn/postgres/provision.ts';
import { locateDatabase, ownersFrom, prepareDatabase } from './database.ts';
import { type Endpoints, endpointsFrom, removeEndpoints, writeEndpoints } from './endpoints.ts';
import { type EnvironmentInputs, environmentOf, localUrl } from './environment.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type PortName, portsFrom, requireFreePorts } from './ports.ts';
import { defineProcess, PROCESS_NAMES } from './processes.ts';
import { bundlePrograms, type Programs, sourcePrograms } from './programs.ts';
import { runAllOrAbort } from './run-all.ts';
import { loadSecrets } from './secrets.ts';
import { seedServices } from './seeds.ts';
import { type Steps, silentSteps } from './steps.ts';
import { SupervisedProcess, stopAll } from './supervisor.ts';
import { buildWeb } from './web-build.ts';

export type StackOptions = {
  portBase: number;
  /** Absolute path of the folder for logs, secrets, process records and endpoints.json. */
  stateDirectory: string;
  infrastructure: Infrastructure;
  /** Created if missing. Defaults to the URL's database, or `cairn`. */
  database?: string;
  /** Roles belong to the server: stacks that share a server must use the same passwords. */
  owners?: SchemaOwner[];
  sqlPasswords?: SqlRolePasswords;
  /** The user's environment, such as provider keys; empty in tests. */
  own?: NodeJS.ProcessEnv;
  /** The URL for browsers, if it is not the gateway's. */
  publicUrl?: string;
  /** Restart processes when their sources change; vite serves the web app. */
  isWatched?: boolean;
  steps?: Steps;
  signal?: AbortSignal;
};

export type Stack = {
  endpoints: Endpoints;
  processes: SupervisedProcess[];
  /** Stops everything that this stack started; the caller owns the infrastructure. */
  stop(): Promise<void>;
};

const OWN_PORTS: readonly PortName[] = [...PROCESS_NAMES, 'gatewayMetrics'];

/** Starts all of Cairn on a given infrastructure and waits until it is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { steps = silentSteps, signal = new AbortController().signal, stateDirectory } = options;
  const processes: SupervisedProcess[] = [];
  const inputs = planStack(options);
  const stop = async () => {
    removeEndpoints(stateDirectory);
    await stopAll(processes);
  };
  try {
    const isWatched = options.isWatched ?? false;
    await requireFreePorts(inputs.ports, OWN_PORTS);
    const programs = await prepare(inputs, { steps, signal, isWatched });
    await launch(inputs, { steps, signal, isWatched, programs, processes });
    const endpoints = endpointsFrom(inputs);
    writeEndpoints(stateDirectory, endpoints);
    return { endpoints, processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function planStack(options: StackOptions): EnvironmentInputs {
  const { stateDirectory, infrastructure } = options;
  mkdirSync(join(stateDirectory, 'sandbox'), { recursive: true });
  const ports = portsFrom(options.portBase);
  const secrets = loadSecrets(stateDirectory);
  const located = locateDatabase(infrastructure.postgresUrl);
  return {
    stateDirectory,
    ports,
    secrets,
    infrastructure,
    publicUrl: options.publicUrl ?? localUrl(ports.gateway),
    database: {
      adminUrl: located.adminUrl,
      name: options.database ?? located.name,
      owners: options.owners ?? ownersFrom(secrets.rolePasswords),
      sqlPasswords: options.sqlPasswords ?? secrets.sqlPasswords,
    },
    own: options.own ?? {},
  };
}

/** A Kafka of the user's environment may require TLS and SASL. */
function kafkaOf({ infrastructure, own }: EnvironmentInputs): KafkaConnection {
  return readKafkaConnection({ ...own, KAFKA_BROKERS: infrastructure.kafkaBrokers.join(',') });
}

type Work = { steps: Steps; signal: AbortSignal };

async function prepare(
  inputs: EnvironmentInputs,
  { steps, signal, isWatched }: Work & { isWatched: boolean },
): Promise<Programs> {
  const { database, stateDirectory, secrets, own } = inputs;
  const isFromSources = isWatched || Boolean(own['NODE_V8_COVERAGE']);
  const servers = Promise.all([
    steps.run('Preparing the database', () => prepareDatabase(database)),
    steps.run('Creating the topics', () => ensureTopics(kafkaOf(inputs))),
  ]);
  const bundling = isFromSources
    ? sourcePrograms()
    : steps.run('Bundling the services', bundlePrograms);
  await runAllOrAbort<unknown>(signal, [
    () => servers,
    async () => bundling,
    async (joined) => !isWatched && buildWeb({ steps, signal: joined, environment: process.env }),
  ]);
  signal.throwIfAborted();
  const programs = await bundling;
  await steps.run('Seeding', () =>
    seedServices({
      stateDirectory,
      secrets,
      programs,
      signal,
      environmentOf: (service) => environmentOf(service, inputs),
    }),
  );
  return programs;
}

async function launch(
  inputs: EnvironmentInputs,
  options: Work & { isWatched: boolean; programs: Programs; processes: SupervisedProcess[] },
): Promise<void> {
  const { steps, signal, isWatched, programs, processes } = options;
  await steps.run('Starting the services', async (detail) => {
    for (const name of PROCESS_NAMES) {
      const port = inputs.ports[name];
      const environment = environmentOf(name, inputs);
      const definition = defineProcess(name, { port, environment, programs, isWatched });
      const { stateDirectory } = inputs;
      processes.push(new SupervisedProcess(definition, { stateDirectory, say: steps.say }));
    }
    await waitUntilReady(processes, signal, detail);
  });
}

async function waitUntilReady(
  starting: SupervisedProcess[],
  signal: AbortSignal,
  detail: (text: string) => void,
): Promise<void> {
  const waiting = new Set(starting.map((each) => each.name));
  const report = () => detail(`waiting for ${[...waiting].join(', ')}`);
  report();
  await Promise.all(
    starting.map(async (each) => {
      await each.whenReady(signal);
      waiting.delete(each.name);
      report();
    }),
  );
}
