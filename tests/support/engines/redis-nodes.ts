import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { Redis } from 'ioredis';
import { baseEnvironment, findExecutable } from '../../../infra/local/executables.ts';
import {
  REDIS_OPERATOR,
  redisPasswordOf,
  redisUsers,
} from '../../../infra/local/redis-accounts.ts';
import { answersPing } from '../../../infra/local/sources/own-server.ts';
import { createNode, type EngineNode, SERVER } from './engine-node.ts';
import { required } from './source-context.ts';

export type RedisNode = EngineNode & { port: number; url: string };

export type RedisCluster = {
  /** The operator's URL, which finds the master by the sentinels. */
  url: string;
  /** Null while there is none. */
  master(): Promise<RedisNode | null>;
  replicas(): Promise<RedisNode[]>;
  stop(): Promise<void>;
};

const PASSWORD = 'test';
const GROUP = 'cairn';
const SENTINELS = 3;
const DOWN_AFTER_MS = 2_000;

/** A master with one replica and three sentinels, with the accounts of the processes. */
export async function startRedisCluster(stateDirectory: string): Promise<RedisCluster> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const servers = await Promise.all(
    ports.map((port, index) => createServer(stateDirectory, port, index === 0 ? null : ports[0])),
  );
  const sentinels = await Promise.all(
    Array.from({ length: SENTINELS }, async () =>
      createSentinel(stateDirectory, await findFreePort(), ports[0]),
    ),
  );
  await Promise.all(servers.map((node) => node.start()));
  await Promise.all(sentinels.map((node) => node.start()));
  const addresses = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const rolesOf = async () =>
    Promise.all(servers.map((node) => readRole(node).catch(() => 'unavailable')));
  const withRole = async (role: string) => {
    const roles = await rolesOf();
    return servers.filter((_, index) => roles[index] === role);
  };
  await waitUntil(async () => (await knownSentinels(sentinels)) && (await isReplicating(servers)), {
    what: 'the sentinels and the replica',
    timeoutMs: 120_000,
  });
  return {
    url: `redis://${REDIS_OPERATOR}:${PASSWORD}@${GROUP}?sentinels=${addresses}&sentinelPassword=${PASSWORD}`,
    master: async () => (await withRole('master'))[0] ?? null,
    replicas: () => withRole('slave'),
    async stop() {
      await Promise.all([...sentinels, ...servers].map((node) => node.kill()));
    },
  };
}

async function createServer(
  stateDirectory: string,
  port: number,
  masterPort: number | null,
): Promise<RedisNode> {
  const url = `redis://${REDIS_OPERATOR}:${PASSWORD}@127.0.0.1:${port}`;
  const accounts = redisUsers(PASSWORD, (account) => redisPasswordOf(account, PASSWORD));
  const settings = [
    ...accounts,
    `masteruser ${REDIS_OPERATOR}`,
    `masterauth ${PASSWORD}`,
    'save ""',
    'appendonly yes',
    'maxmemory-policy noeviction',
    ...(masterPort ? [`replicaof 127.0.0.1 ${masterPort}`] : []),
  ];
  const isReady = () => answersPing(url);
  const node = await createRedisNode(stateDirectory, { port, settings, flags: [], isReady });
  return { ...node, port, url };
}

/** A server that accepts connections with TLS only; the host name of its URL is `localhost`. */
export async function startTlsRedis(
  stateDirectory: string,
  { key, certificate }: { key: string; certificate: string },
  port: number,
): Promise<RedisNode> {
  const url = `rediss://:${PASSWORD}@localhost:${port}`;
  const settings = [
    ...['port 0', `tls-port ${port}`, `tls-key-file ${key}`, `tls-cert-file ${certificate}`],
    ...['tls-auth-clients no', `requirepass ${PASSWORD}`],
  ];
  const isReady = () => acceptsTcp(port);
  const node = await createRedisNode(stateDirectory, { port, settings, flags: [], isReady });
  await node.start();
  return { ...node, port, url };
}

function acceptsTcp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function createSentinel(
  stateDirectory: string,
  port: number,
  masterPort: number,
): Promise<RedisNode> {
  const url = `redis://:${PASSWORD}@127.0.0.1:${port}`;
  const settings = [
    `requirepass ${PASSWORD}`,
    `sentinel sentinel-pass ${PASSWORD}`,
    `sentinel monitor ${GROUP} 127.0.0.1 ${masterPort} 2`,
    `sentinel auth-user ${GROUP} ${REDIS_OPERATOR}`,
    `sentinel auth-pass ${GROUP} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${GROUP} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${GROUP} 10000`,
  ];
  const isReady = () => answersPing(url);
  const flags = ['--sentinel'];
  const node = await createRedisNode(stateDirectory, { port, settings, flags, isReady });
  return { ...node, port, url };
}

/** A sentinel rewrites the configuration files of itself and of the servers. */
async function createRedisNode(
  stateDirectory: string,
  options: { port: number; settings: string[]; flags: string[]; isReady(): Promise<boolean> },
): Promise<EngineNode> {
  const { port, settings, flags, isReady } = options;
  const command = required(
    findExecutable('redis-server', process.env) ?? { unavailable: 'redis-server is missing' },
  );
  const name = `redis-${port}`;
  const directory = join(stateDirectory, name);
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'redis.conf');
  const all = [`port ${port}`, 'bind 127.0.0.1', `dir ${directory}`, ...settings];
  await writeFile(file, `${all.join('\n')}\n`, { mode: 0o600 });
  return createNode(
    {
      ...SERVER,
      ...{ name, command, args: [file, ...flags], directory },
      environment: baseEnvironment(process.env),
      isReady,
    },
    stateDirectory,
  );
}

async function readRole({ url }: RedisNode): Promise<string> {
  return withRedis(url, async (redis) => String((await redis.role())[0]));
}

async function isReplicating(servers: RedisNode[]): Promise<boolean> {
  const [, replica] = servers as [RedisNode, RedisNode];
  return withRedis(replica.url, async (redis) =>
    (await redis.info('replication')).includes('master_link_status:up'),
  );
}

/** Whether each sentinel knows the other two and the replica: before, they could not agree on a failover. */
async function knownSentinels(sentinels: RedisNode[]): Promise<boolean> {
  const known = await Promise.all(
    sentinels.map(({ url }) =>
      withRedis(url, async (redis) => {
        const info = await redis.info('sentinel');
        return info.includes(`slaves=1,sentinels=${SENTINELS}`);
      }),
    ),
  );
  return known.every(Boolean);
}

async function withRedis<Result>(
  url: string,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
