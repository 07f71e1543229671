import { execFileSync } from 'node:child_process';
import { appendFile, chmod, chown, copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import pg from 'pg';
import { baseEnvironment } from '../../../infra/local/executables.ts';
import { answersQuery } from '../../../infra/local/sources/own-server.ts';
import { initialisePostgres } from '../../../infra/local/sources/postgres.ts';
import {
  type PostgresHome,
  preparePostgresHome,
} from '../../../infra/local/sources/postgres-home.ts';
import { type Endpoint, startEndpoint } from './endpoint.ts';
import { createNode, type EngineNode, SERVER } from './engine-node.ts';
import { sourceContext } from './source-context.ts';

export type PostgresNode = EngineNode & { port: number; url: string };

export type PostgresCluster = {
  /** A superuser's URL of the endpoint that names the primary. */
  url: string;
  /** The same of the endpoint that names a standby. */
  replicaUrl: string;
  primary(): PostgresNode;
  standbys(): PostgresNode[];
  /** Promotes the standby that has received most, and points the endpoints to the new nodes. */
  failOver(): Promise<void>;
  /** From now on commits wait for no standby, and no standby receives anything. */
  stopReplication(): Promise<void>;
  /** For a time the endpoint names a standby, as DNS may after a failover. */
  whileStale(work: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'test';
const NAMES = ['a', 'b', 'c'] as const;
const urlOf = (port: number) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;

/** Commits wait for one standby, so that a promotion loses no commit. */
const SYNCHRONOUS = `ANY 1 (${NAMES.join(', ')})`;

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  fsync: 'off',
};

type Settings = Record<string, string | number> & { port: number };

/** A primary with two streaming standbys. Standbys follow the endpoint, hence each new primary. */
export async function startPostgresCluster(stateDirectory: string): Promise<PostgresCluster> {
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
  const [primaryEnd, replicaEnd] = [await startEndpoint(ports[0]), await startEndpoint(ports[1])];
  const settingsOf = (port: number) => ({
    ...COMMON,
    port,
    log_connections: 'authorization',
    wal_keep_size: '1GB',
    wal_retrieve_retry_interval: '500ms',
  });
  // In a file, where ALTER SYSTEM can replace them.
  const replicationOf = (name: string) => {
    const login = `user=postgres password=${PASSWORD} application_name=${name}`;
    return [
      `synchronous_standby_names = '${SYNCHRONOUS}'`,
      `primary_conninfo = 'host=127.0.0.1 port=${primaryEnd.port} ${login}'\n`,
    ].join('\n');
  };
  const nodes: PostgresNode[] = [];
  let original = '';
  for (const [index, name] of NAMES.entries()) {
    const port = ports[index] as number;
    // Standbys start as copies of the primary before its first start.
    const home = await prepareHome(stateDirectory, name, original);
    original ||= home.data;
    await appendFile(join(home.data, 'postgresql.conf'), replicationOf(name));
    nodes.push(createPostgres(stateDirectory, name, home, settingsOf(port)));
  }
  await Promise.all(nodes.map((node) => node.start()));
  return control(nodes, primaryEnd, replicaEnd);
}

function control(
  nodes: PostgresNode[],
  primaryEnd: Endpoint,
  replicaEnd: Endpoint,
): PostgresCluster {
  let primary = nodes[0] as PostgresNode;
  let standbys = nodes.slice(1);
  return {
    url: urlOf(primaryEnd.port),
    replicaUrl: urlOf(replicaEnd.port),
    primary: () => primary,
    standbys: () => standbys,
    async failOver() {
      const received = await Promise.all(standbys.map(readReceived));
      primary = standbys[received.indexOf(Math.max(...received))] as PostgresNode;
      standbys = standbys.filter((node) => node !== primary);
      await query(primary, 'SELECT pg_promote(wait => true, wait_seconds => 60)');
      primaryEnd.pointTo(primary.port);
      replicaEnd.pointTo(standbys[0]?.port ?? primary.port);
    },
    async stopReplication() {
      await configure(primary, "synchronous_standby_names = ''");
      for (const standby of standbys) await configure(standby, "primary_conninfo = ''");
      const receivers = () =>
        Promise.all(standbys.map((node) => query(node, 'SELECT FROM pg_stat_wal_receiver')));
      await waitUntil(async () => (await receivers()).every((row) => row === null), {
        what: 'the end of replication',
      });
    },
    async whileStale(work) {
      primaryEnd.pointTo(standbys[0]?.port as number);
      await work().finally(() => primaryEnd.pointTo(primary.port));
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await Promise.all([primaryEnd.stop(), replicaEnd.stop()]);
    },
  };
}

/** A server that accepts connections with TLS only; the host name of its URL is `localhost`. */
export async function startSinglePostgres(
  stateDirectory: string,
  { key, certificate }: { key: string; certificate: string },
): Promise<PostgresNode> {
  const home = await prepareHome(stateDirectory, 'tls', '');
  const [ownKey, ownCertificate] = [join(home.data, 'tls.key'), join(home.data, 'tls.pem')];
  await copyFile(key, ownKey);
  await copyFile(certificate, ownCertificate);
  await writeFile(join(home.data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  for (const file of [ownKey, ownCertificate]) {
    await chmod(file, 0o600);
    if (home.user) await chown(file, home.user.uid, home.user.gid);
  }
  const port = await findFreePort();
  const ssl = { ssl: 'on', ssl_key_file: ownKey, ssl_cert_file: ownCertificate };
  const node = createPostgres(stateDirectory, 'tls', home, { ...COMMON, ...ssl, port });
  await node.start();
  const url = urlOf(port).replace('127.0.0.1', 'localhost');
  return { ...node, url: `${url}?sslmode=verify-full` };
}

/** A new database cluster, or a copy of an original as a standby. */
async function prepareHome(
  stateDirectory: string,
  name: string,
  original: string,
): Promise<PostgresHome> {
  const context = await sourceContext(join(stateDirectory, `postgres-${name}`));
  const home = await preparePostgresHome(context);
  if ('unavailable' in home) throw new Error(home.unavailable);
  if (original) await copyAsStandby(original, home.data);
  else await initialisePostgres(home, context);
  return home;
}

function createPostgres(
  stateDirectory: string,
  name: string,
  home: PostgresHome,
  settings: Settings,
): PostgresNode {
  const { port } = settings;
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const definition = {
    ...SERVER,
    name: `postgres-${name}`,
    command: home.postgres,
    args: ['-D', home.data, ...flags],
    environment: { ...baseEnvironment(process.env), LC_ALL: 'C' },
    directory: '/',
    ...(home.user ? { user: home.user } : {}),
    isReady: () => answersQuery(settings['ssl'] ? `${urlOf(port)}?sslmode=no-verify` : urlOf(port)),
  };
  return { ...createNode(definition, stateDirectory), port, url: urlOf(port) };
}

async function copyAsStandby(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  // With the owner, who runs the server.
  execFileSync('cp', ['-a', from, to]);
  await writeFile(join(to, 'standby.signal'), '');
}

async function configure(node: PostgresNode, setting: string): Promise<void> {
  await query(node, `ALTER SYSTEM SET ${setting}`);
  await query(node, 'SELECT pg_reload_conf()');
}

/** The position as a number that can be compared. */
async function readReceived(node: PostgresNode): Promise<number> {
  const row = await query(node, "SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn AS value");
  return Number(row?.['value']);
}

/** The first row, or null. */
export async function query(
  { url }: Pick<PostgresNode, 'url'>,
  text: string,
): Promise<Record<string, unknown> | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query(text)).rows[0] ?? null;
  } finally {
    await client.end();
  }
}

/** Resolves when so many standbys stream from the primary. */
export function waitForStandbys(cluster: PostgresCluster, count: number): Promise<unknown> {
  return waitUntil(
    async () => {
      const row = await query(
        cluster.primary(),
        "SELECT count(*)::int AS streaming FROM pg_stat_replication WHERE state = 'streaming'",
      );
      return Number(row?.['streaming']) >= count;
    },
    { what: `${count} standbys`, timeoutMs: 120_000 },
  );
}
