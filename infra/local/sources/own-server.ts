import { setTimeout as sleep } from 'node:timers/promises';
import { createRedis } from '@cairn/service-kit/redis.ts';
import pg from 'pg';
import { locateDatabase } from '../database.ts';
import { answersKafka } from './kafka-probe.ts';

/** Allows for a server that is just starting, for example by `docker compose up -d`. */
const PROBE_TIMEOUT_MS = 12_000;
const ATTEMPT_MS = 3_000;
const WAIT_MS = 250;

type ProbeOptions = { signal: AbortSignal; timeoutMs?: number };

/** Null if the Postgres at this URL answers a query, else the reason; its database is created later. */
export function postgresUnavailableReason(
  url: string,
  options: ProbeOptions,
): Promise<string | null> {
  return retryUntilDeadline(() => queryPostgres(locateDatabase(url).adminUrl), options);
}

/** Null if the Redis at this URL answers PING, else the reason. */
export function redisUnavailableReason(url: string, options: ProbeOptions): Promise<string | null> {
  return retryUntilDeadline(() => pingRedis(url), options);
}

/** Null if one of these brokers answers, else the reason. */
export function kafkaUnavailableReason(
  brokers: string,
  options: ProbeOptions,
): Promise<string | null> {
  return retryUntilDeadline(async () => {
    const answers = brokers.split(',').map((broker) => {
      const { hostname, port } = new URL(`kafka://${broker.trim()}`);
      return answersKafka(Number(port || 9092), hostname);
    });
    if (!(await Promise.all(answers)).includes(true)) throw new Error(`no broker at ${brokers}`);
  }, options);
}

/** Whether the Postgres at this URL answers now. */
export function answersQuery(url: string): Promise<boolean> {
  return succeeds(queryPostgres(url));
}

/** Whether the Redis at this URL has loaded its data and answers now. */
export function answersPing(url: string): Promise<boolean> {
  return succeeds(pingRedis(url));
}

function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

async function retryUntilDeadline(
  attempt: () => Promise<void>,
  { signal, timeoutMs = PROBE_TIMEOUT_MS }: ProbeOptions,
): Promise<string | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const fault = await attempt().then(
      () => null,
      (error: Error) => error,
    );
    if (!fault) return null;
    if (performance.now() > deadline) return `does not answer (${describe(fault)})`;
    await sleep(WAIT_MS, undefined, { signal }).catch(() => {});
  }
}

async function queryPostgres(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ATTEMPT_MS,
    query_timeout: ATTEMPT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    // Not awaited: a hanging server never closes the connection.
    void client.end().catch(() => {});
  }
}

async function pingRedis(url: string): Promise<void> {
  const client = createRedis(url, {
    connectTimeout: ATTEMPT_MS,
    commandTimeout: ATTEMPT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  let fault: Error | undefined;
  client.on('error', (error: Error) => {
    fault = error;
  });
  try {
    await client.ping();
  } catch (error) {
    throw fault ?? error;
  } finally {
    client.disconnect();
  }
}

/** The first of several refused addresses; AggregateError has no message of its own. */
function describe(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}
