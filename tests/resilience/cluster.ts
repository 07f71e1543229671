import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { SiteConfig } from '@cairn/contracts/http/site.ts';
import { ensureTopics } from '@cairn/events/topics.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';
import { findFreePortBase } from '../../infra/local/ports.ts';
import { startStack } from '../../infra/local/stack.ts';
import { type KafkaCluster, startKafkaCluster } from '../support/engines/kafka-nodes.ts';
import { type PostgresCluster, startPostgresCluster } from '../support/engines/postgres-nodes.ts';
import { type RedisCluster, startRedisCluster } from '../support/engines/redis-nodes.ts';
import { type Answer, createClient } from '../support/http.ts';
import type { Site } from '../support/player.ts';

/** Cairn on clusters of Postgres, Redis and Kafka, all on this machine. */
export type ClusteredCairn = {
  postgres: PostgresCluster;
  redis: RedisCluster;
  kafka: KafkaCluster;
  endpoints: Endpoints;
  site: Site;
  admin: { email: string; password: string };
  /** Runs a statement in the SQL tool as the seeded admin. */
  runSql(query: string): Promise<Answer>;
  /** The folder of the processes' logs. */
  logs: string;
  /** Unexpected ends of our processes, by name. */
  countEnds(): Record<string, number>;
  stop(): Promise<void>;
};

const MANY = { points: 1_000_000 };
const TOPICS = { replicationFactor: 3, minInsyncReplicas: 2, partitions: 12 };

export async function startClusteredCairn(): Promise<ClusteredCairn> {
  const directory = await mkdtemp(join(tmpdir(), 'cairn-cluster-'));
  // The user that runs Postgres must be able to enter it.
  await chmod(directory, 0o755);
  const stops: (() => Promise<unknown>)[] = [() => removeAll(directory)];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  const started = async <Cluster extends { stop(): Promise<void> }>(starting: Promise<Cluster>) => {
    const cluster = await starting;
    stops.push(() => cluster.stop());
    return cluster;
  };
  try {
    const postgres = await started(startPostgresCluster(directory));
    const redis = await started(startRedisCluster(directory));
    const kafka = await started(startKafkaCluster(directory));
    await ensureTopics({ brokers: kafka.brokers }, TOPICS);
    const stack = await startStack({
      portBase: await findFreePortBase(),
      stateDirectory: directory,
      infrastructure: {
        postgresUrl: postgres.url,
        redisUrl: redis.url,
        kafkaBrokers: kafka.brokers,
      },
      own: {
        LIMITS: JSON.stringify({ 'api-address': MANY, 'payment-intents-user': MANY }),
        DATABASE_REPLICA_URL: postgres.replicaUrl,
      },
    });
    stops.push(() => stack.stop());
    const { endpoints } = stack;
    const client = createClient(endpoints.gateway);
    const { body } = await client.get('/api/config');
    return {
      ...{ postgres, redis, kafka, endpoints, admin: endpoints.logins.admin, stop },
      site: {
        url: endpoints.gateway,
        stripePublishableKey: (body as SiteConfig).stripePublishableKey,
      },
      async runSql(query) {
        const session = (await client.post('/api/auth/login', endpoints.logins.admin)).body;
        return client.post('/api/admin/sql', { query }, session as Session);
      },
      logs: join(directory, 'logs'),
      countEnds: () => Object.fromEntries(stack.processes.map(({ name, ends }) => [name, ends])),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folders of Postgres may be links to folders elsewhere. */
async function removeAll(directory: string): Promise<void> {
  for (const name of ['a', 'b', 'c']) {
    const folder = join(directory, `postgres-${name}`, 'postgres');
    await rm(await realpath(folder).catch(() => folder), { recursive: true, force: true });
  }
  await rm(directory, { recursive: true, force: true });
}
