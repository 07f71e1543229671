import pg from 'pg';
import { PrimaryClient } from './primary-client.ts';

export type Database = Pick<pg.Pool | pg.PoolClient, 'query'>;
export type Pool = pg.Pool;
export type Transaction = pg.PoolClient;

export type PoolOptions = {
  url: string;
  /** The only schema in which unqualified names are resolved. */
  schema: string;
  /** Shown in pg_stat_activity. */
  name: string;
  max?: number;
  /** 10 s by default. */
  statementMs?: number;
  /** Also connects to a standby, which refuses writes. */
  allowsStandby?: boolean;
  onError: (error: Error) => void;
};

/**
 * A pool of connections of one role to its schema. Statements time out after `statementMs`, idle
 * transactions after 15 s. `onError` receives errors of idle connections; the pool replaces these.
 */
export function createPool({
  url,
  schema,
  name,
  max = 10,
  statementMs = 10_000,
  allowsStandby = false,
  onError,
}: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    options: `-c search_path=${schema}`,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    // Longer than the server's own timeout: for connections on which no answer arrives any more.
    query_timeout: statementMs + 5_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    ...(allowsStandby ? {} : { Client: PrimaryClient }),
  });
  pool.on('error', onError);
  // A checked-out connection has no error listener of the pool: its end must reject the query, not
  // end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The URL of the same role and database at another server, with its TLS parameters. */
export function urlAtServer(url: string, serverUrl: string): string {
  const [result, server] = [new URL(url), new URL(serverUrl)];
  result.hostname = server.hostname;
  // Empty for the default port, which `host` would not set.
  result.port = server.port;
  result.search = server.search;
  return result.href;
}

/** Callers that wait for a connection: a sustained value above zero means that the pool is too small. */
export function addPoolMetrics(
  metrics: { gauge(name: string, help: string, collect: () => Promise<number>): unknown },
  pool: Pool,
): void {
  metrics.gauge(
    'database_pool_waiting',
    'Callers that wait for a connection',
    async () => pool.waitingCount,
  );
  metrics.gauge(
    'database_pool_used',
    'Connections that are lent out',
    async () => pool.totalCount - pool.idleCount,
  );
}

/** Resolves if the database answers. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.query('SELECT 1');
}
