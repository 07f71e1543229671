import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { locateDatabase } from '../database.ts';
import { answersKafka } from './kafka-probe.ts';

/** One that is just starting itself, as by `docker compose up -d`, gets so long to answer. */
const PATIENCE_MS = 12_000;
const ATTEMPT_MS = 3_000;
const WAIT_MS = 250;

type Asking = { signal: AbortSignal; patienceMs?: number };

/** Null where the Postgres of this URL answers a query, or what is wrong with it; its database is made later. */
export function whyNotPostgres(url: string, asking: Asking): Promise<string | null> {
  return insist(() => queryPostgres(locateDatabase(url).adminUrl), asking);
}

/** Null where the Redis of this URL answers PING, or what is wrong with it. */
export function whyNotRedis(url: string, asking: Asking): Promise<string | null> {
  return insist(() => pingRedis(url), asking);
}

/** Null where one of these brokers answers, or what is wrong with them. */
export function whyNotKafka(brokers: string, asking: Asking): Promise<string | null> {
  return insist(async () => {
    const answers = brokers.split(',').map((broker) => {
      const { hostname, port } = new URL(`kafka://${broker.trim()}`);
      return answersKafka(Number(port || 9092), hostname);
    });
    if (!(await Promise.all(answers)).includes(true)) throw new Error(`no broker at ${brokers}`);
  }, asking);
}

async function insist(
  attempt: () => Promise<void>,
  { signal, patienceMs = PATIENCE_MS }: Asking,
): Promise<string | null> {
  const deadline = performance.now() + patienceMs;
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
    // With a server that hangs this would wait for its farewell.
    void client.end().catch(() => {});
  }
}

async function pingRedis(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
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

/** Of several addresses that refuse, the first: the error of all has no text of its own. */
function describe(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
}
