import { KAFKA } from './sources/kafka.ts';
import { noServerMessage } from './sources/no-server-available.ts';
import { POSTGRES } from './sources/postgres.ts';
import { REDIS } from './sources/redis.ts';
import {
  findServer,
  NoServerAvailable,
  type Served,
  type Server,
  type SourceContext,
} from './sources/source.ts';
import { createStarter } from './sources/start-server.ts';
import type { SupervisedProcess } from './supervisor.ts';

export type Infrastructure = {
  /** A superuser's URL. */
  postgresUrl: string;
  redisUrl: string;
  kafkaBrokers: string[];
};

export type ServedInfrastructure = Infrastructure & {
  /** The source of each server. */
  sources: { postgres: string; redis: string; kafka: string };
};

export type InfrastructureOptions = Omit<SourceContext, 'start'> & {
  /** Started processes are added immediately, so that an interrupted start can stop them. */
  processes: SupervisedProcess[];
};

/** Starts Postgres, Redis and Kafka in parallel, each from its first available source. */
export async function bringUpInfrastructure(
  options: InfrastructureOptions,
): Promise<ServedInfrastructure> {
  const fault = new AbortController();
  const signal = AbortSignal.any([options.signal, fault.signal]);
  const context = { ...options, signal, start: createStarter({ ...options, signal }) };
  const [postgres, redis, kafka] = await allOrAbort(fault, [
    bringUp(POSTGRES, context),
    bringUp(REDIS, context),
    bringUp(KAFKA, context),
  ]);
  return {
    postgresUrl: postgres.address,
    redisUrl: redis.address,
    kafkaBrokers: kafka.address.split(',').map((broker) => broker.trim()),
    sources: { postgres: postgres.source, redis: redis.source, kafka: kafka.source },
  };
}

function bringUp(server: Server, context: SourceContext): Promise<Served> {
  return context.steps.run(`Starting ${server.name}`, () => findServer(server, context));
}

/**
 * If one start fails, the others are aborted and awaited before this throws. Servers without any
 * source do not abort the others, so that one message lists all of them.
 */
async function allOrAbort(
  fault: AbortController,
  starts: [Promise<Served>, Promise<Served>, Promise<Served>],
): Promise<[Served, Served, Served]> {
  for (const start of starts) {
    start.catch((error: unknown) => {
      if (!(error instanceof NoServerAvailable)) fault.abort(error);
    });
  }
  const results = await Promise.allSettled(starts);
  // Aborted starts reject with the error that aborted them.
  const faults = new Set(results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : [])));
  const missing = [...faults].filter((each) => each instanceof NoServerAvailable);
  const others = [...faults].filter((each) => !(each instanceof NoServerAvailable));
  const texts = others.map((each: Error) => each.message);
  if (missing.length > 0) texts.push(noServerMessage(missing));
  if (others.length !== 1 || missing.length > 0) {
    if (texts.length > 0) throw new Error(texts.join('\n'));
  }
  return Promise.all(starts);
}
