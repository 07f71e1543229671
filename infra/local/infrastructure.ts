import { findFreePortBase, portsFrom } from './ports.ts';
import { runAllOrAbort } from './run-all.ts';
import { KAFKA } from './sources/kafka.ts';
import { POSTGRES } from './sources/postgres.ts';
import { REDIS } from './sources/redis.ts';
import {
  findServer,
  NoServerAvailable,
  noServerMessage,
  type Served,
  type SourceContext,
} from './sources/source.ts';
import { createStarter } from './sources/start-server.ts';
import type { SupervisedProcess } from './supervisor.ts';

export type Infrastructure = {
  /** A superuser's URL. */
  postgresUrl: string;
  redisUrl: string;
  /** Empty if Kafka was not needed. */
  kafkaBrokers: string[];
};

export type ServedInfrastructure = Infrastructure & {
  /** The source of each server. */
  sources: { postgres: string; redis: string; kafka: string };
};

export type InfrastructureOptions = Omit<SourceContext, 'start'> & {
  /** Started processes are added immediately, so that an interrupted start can stop them. */
  processes: SupervisedProcess[];
  /** True by default. */
  isKafkaNeeded?: boolean;
};

/** Starts Postgres, Redis and, if needed, Kafka in parallel, each from its first available source. */
export async function bringUpInfrastructure(
  options: InfrastructureOptions,
): Promise<ServedInfrastructure> {
  const { isKafkaNeeded = true } = options;
  const results = await runAllOrAbort(
    options.signal,
    [POSTGRES, REDIS, ...(isKafkaNeeded ? [KAFKA] : [])].map((server) => (signal: AbortSignal) => {
      const context = { ...options, signal, start: createStarter({ ...options, signal }) };
      return options.steps
        .run(`Starting ${server.name}`, () => findServer(server, context))
        .catch(keepIfUnavailable);
    }),
  );
  const missing = results.filter((result) => result instanceof NoServerAvailable);
  if (missing.length > 0) throw new Error(noServerMessage(missing));
  const [postgres, redis, kafka] = results as [Served, Served, Served?];
  return {
    postgresUrl: postgres.address,
    redisUrl: redis.address,
    kafkaBrokers: kafka?.address.split(',').map((broker) => broker.trim()) ?? [],
    sources: {
      postgres: postgres.source,
      redis: redis.source,
      kafka: kafka?.source ?? 'not started, no selected test uses it',
    },
  };
}

/** A server without any source does not abort the others, so that one message lists all of them. */
function keepIfUnavailable(error: unknown): NoServerAvailable {
  if (error instanceof NoServerAvailable) return error;
  throw error;
}

/** For tests and measurements: servers on free ports, by default with nothing to keep. */
export async function testServerOptions() {
  return {
    ports: portsFrom(await findFreePortBase()),
    isDurable: false,
    postgresPassword: 'test',
    redisPassword: 'test',
    environment: process.env,
  };
}

/** By which test processes find the servers. */
export function variablesOf({ postgresUrl, redisUrl, kafkaBrokers }: Infrastructure) {
  return {
    TEST_POSTGRES_URL: postgresUrl,
    TEST_REDIS_URL: redisUrl,
    TEST_KAFKA_BROKERS: kafkaBrokers.join(','),
  };
}
