import { KAFKA_SOURCES } from './sources/kafka.ts';
import { POSTGRES_SOURCES } from './sources/postgres.ts';
import { REDIS_SOURCES } from './sources/redis.ts';
import { firstThatServes, type Served, type SourceContext } from './sources/source.ts';
import { SupervisedProcess } from './supervisor.ts';

export type Infrastructure = {
  /** A superuser's URL. */
  postgresUrl: string;
  redisUrl: string;
  kafkaBrokers: string[];
};

export type ServedInfrastructure = Infrastructure & {
  /** Which source served each server. */
  sources: { postgres: string; redis: string; kafka: string };
};

export type InfrastructureOptions = Omit<SourceContext, 'start'> & {
  /** Everything started is added here at once, so that an interrupted start can stop it. */
  processes: SupervisedProcess[];
};

/** Postgres, Redis and Kafka, each from the first source that serves, all three together. */
export async function bringUpInfrastructure(
  options: InfrastructureOptions,
): Promise<ServedInfrastructure> {
  const { steps, stateDirectory, processes } = options;
  const fault = new AbortController();
  const signal = AbortSignal.any([options.signal, fault.signal]);
  const context: SourceContext = {
    ...options,
    signal,
    async start(definition) {
      signal.throwIfAborted();
      const started = new SupervisedProcess(definition, { stateDirectory, say: steps.say });
      processes.push(started);
      await started.whenReady(signal);
    },
  };
  const [postgres, redis, kafka] = await allOrFault(fault, [
    steps.run('Starting Postgres', () => firstThatServes('Postgres', POSTGRES_SOURCES, context)),
    steps.run('Starting Redis', () => firstThatServes('Redis', REDIS_SOURCES, context)),
    steps.run('Starting Kafka', () => firstThatServes('Kafka', KAFKA_SOURCES, context)),
  ]);
  return {
    postgresUrl: postgres.address,
    redisUrl: redis.address,
    kafkaBrokers: kafka.address.split(',').map((broker) => broker.trim()),
    sources: { postgres: postgres.source, redis: redis.source, kafka: kafka.source },
  };
}

/** A fault of one ends the others; all have ended before it is told, so that none starts on. */
async function allOrFault(
  fault: AbortController,
  starts: [Promise<Served>, Promise<Served>, Promise<Served>],
): Promise<[Served, Served, Served]> {
  for (const start of starts) start.catch((error: unknown) => fault.abort(error));
  const results = await Promise.allSettled(starts);
  // Those that were ended by another's fault have that very fault.
  const faults = new Set(results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : [])));
  if (faults.size > 1) throw new Error([...faults].map((each: Error) => each.message).join('\n'));
  return Promise.all(starts);
}
