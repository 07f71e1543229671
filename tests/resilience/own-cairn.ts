import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { ensureTopics } from '@cairn/events/topics.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { locateDatabase, ownersFrom } from '../../infra/local/database.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';
import { environmentOf } from '../../infra/local/environment.ts';
import { baseEnvironment } from '../../infra/local/executables.ts';
import { bringUpInfrastructure } from '../../infra/local/infrastructure.ts';
import { ROOT } from '../../infra/local/paths.ts';
import { findFreePortBase, type Ports, portsFrom } from '../../infra/local/ports.ts';
import { loadSecrets, type Secrets } from '../../infra/local/secrets.ts';
import { KAFKA } from '../../infra/local/sources/kafka.ts';
import { findServer } from '../../infra/local/sources/source.ts';
import { createStarter } from '../../infra/local/sources/start-server.ts';
import { startStack } from '../../infra/local/stack.ts';
import { type Steps, silentSteps } from '../../infra/local/steps.ts';
import type { SupervisedProcess } from '../../infra/local/supervisor.ts';
import { createClient } from '../support/http.ts';
import type { Site } from '../support/player.ts';

/** Cairn on servers of its own, as `npm start` starts it, for tests that destroy their data. */
export type OwnCairn = {
  site: Site;
  admin: { email: string; password: string };
  endpoints: Endpoints;
  secrets: Secrets;
  ports: Ports;
  steps: Steps;
  signal: AbortSignal;
  /** Kills Kafka and deletes its data; starts an empty one after `whileDown`. */
  replaceKafka(whileDown: () => Promise<unknown>): Promise<void>;
  /** Unexpected ends of our processes, by name. */
  countEnds(): Record<string, number>;
  /** Deletes every key, as a restart without its files would. */
  emptyRedis(): Promise<void>;
  /** `npm run repair`. */
  repair(): Promise<string>;
  /** `npm run reconcile`; returns its output. */
  reconcile(): Promise<string>;
  /** Kills every process and deletes the data of all servers; the sandbox keeps its own. */
  destroy(): Promise<void>;
  stop(): Promise<void>;
};

const MANY = { points: 1_000_000 };
const OWN = { LIMITS: JSON.stringify({ 'api-address': MANY, 'payment-intents-user': MANY }) };

export async function startOwnCairn(stateDirectory: string): Promise<OwnCairn> {
  const { signal } = new AbortController();
  const steps = silentSteps;
  const servers: SupervisedProcess[] = [];
  const secrets = loadSecrets(stateDirectory);
  const portBase = await findFreePortBase();
  const ports = portsFrom(portBase);
  const { postgresPassword, redisPassword } = secrets;
  const context = {
    ...{ stateDirectory, ports, steps, signal, isDurable: true },
    ...{ postgresPassword, redisPassword, environment: process.env },
  };
  const infrastructure = await bringUpInfrastructure({ ...context, processes: servers });
  const stack = await startStack({ portBase, stateDirectory, infrastructure, own: OWN });
  const { endpoints } = stack;
  const { body } = await createClient(endpoints.gateway).get('/api/config');

  const serverNamed = (name: string) => {
    const index = servers.findIndex((each) => each.name === name);
    const [server] = servers.splice(index, 1);
    if (!server) throw new Error(`${name} was not started`);
    return server;
  };

  return {
    ...{ endpoints, secrets, ports, steps, signal, admin: endpoints.logins.admin },
    site: {
      url: endpoints.gateway,
      stripePublishableKey: (body as SiteConfig).stripePublishableKey,
    },
    async replaceKafka(whileDown) {
      await killAll([serverNamed('kafka')]);
      await rm(join(stateDirectory, 'kafka'), { recursive: true });
      await whileDown();
      const start = createStarter({ ...context, processes: servers });
      await findServer(KAFKA, { ...context, start });
      // A broker that has just started may not know the leaders of new topics yet.
      await waitUntil(
        () => ensureTopics({ brokers: infrastructure.kafkaBrokers }).then(isDone, isNotDone),
        {
          what: 'the topics',
          timeoutMs: 60_000,
        },
      );
    },
    countEnds: () => Object.fromEntries(stack.processes.map(({ name, ends }) => [name, ends])),
    async emptyRedis() {
      const { Redis } = await import('ioredis');
      const redis = new Redis(infrastructure.redisUrl);
      await redis.flushall();
      redis.disconnect();
    },
    repair: () =>
      run('services/admin/src/repair.ts', { REPAIR_DATABASE_URL: endpoints.postgresUrl }),
    reconcile() {
      const { adminUrl, name } = locateDatabase(endpoints.postgresUrl);
      const owners = ownersFrom(secrets.rolePasswords);
      const database = { adminUrl, name, owners, sqlPasswords: secrets.sqlPasswords };
      const publicUrl = endpoints.gateway;
      const inputs = {
        stateDirectory,
        ports,
        publicUrl,
        infrastructure,
        database,
        secrets,
        own: OWN,
      };
      const environment = { ...environmentOf('payment', inputs), PORT: '0', LOG_LEVEL: 'warn' };
      return run('services/payment/src/reconcile.ts', environment);
    },
    async destroy() {
      await killAll([...stack.processes, ...servers.splice(0)]);
      for (const name of ['postgres/data', 'redis', 'kafka']) {
        await rm(join(stateDirectory, name), { recursive: true });
      }
    },
    async stop() {
      await stack.stop();
      await killAll(servers.splice(0));
    },
  };
}

const isDone = () => true;
const isNotDone = () => false;

async function killAll(processes: readonly SupervisedProcess[]): Promise<void> {
  await Promise.all(
    processes.map(async (each) => {
      // Stopped first, so that it is not restarted.
      const stopped = each.stop();
      each.kill('SIGKILL');
      await stopped;
    }),
  );
}

/** Runs a program to its end and returns its output, whatever its exit code. */
async function run(script: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    env: { ...baseEnvironment(process.env), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return output;
}
