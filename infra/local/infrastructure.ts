import { KAFKA } from './sources/kafka.ts';
import { nothingServesText } from './sources/nothing-serves.ts';
import { POSTGRES } from './sources/postgres.ts';
import { REDIS } from './sources/redis.ts';
import {
  firstThatServes,
  NothingServes,
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
  const fault = new AbortController();
  const signal = AbortSignal.any([options.signal, fault.signal]);
  const context = { ...options, signal, start: createStarter({ ...options, signal }) };
  const [postgres, redis, kafka] = await allOrFault(fault, [
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
  return context.steps.run(`Starting ${server.name}`, () => firstThatServes(server, context));
}

/**
 * A fault of one ends the others; all have ended before it is told, so that none starts on. Servers
 * that no source has are no such fault: one message is to name them all.
 */
async function allOrFault(
  fault: AbortController,
  starts: [Promise<Served>, Promise<Served>, Promise<Served>],
): Promise<[Served, Served, Served]> {
  for (const start of starts) {
    start.catch((error: unknown) => {
      if (!(error instanceof NothingServes)) fault.abort(error);
    });
  }
  const results = await Promise.allSettled(starts);
  // Those that were ended by another's fault have that very fault.
  const faults = new Set(results.flatMap((r) => (r.status === 'rejected' ? [r.reason] : [])));
  const missing = [...faults].filter((each) => each instanceof NothingServes);
  const others = [...faults].filter((each) => !(each instanceof NothingServes));
  const texts = others.map((each: Error) => each.message);
  if (missing.length > 0) texts.push(nothingServesText(missing));
  if (others.length !== 1 || missing.length > 0) {
    if (texts.length > 0) throw new Error(texts.join('\n'));
  }
  return Promise.all(starts);
}
