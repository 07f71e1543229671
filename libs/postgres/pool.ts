import pg from 'pg';

export type Database = Pick<pg.Pool | pg.PoolClient, 'query'>;
export type Pool = pg.Pool;
export type Transaction = pg.PoolClient;

export type PoolOptions = {
  url: string;
  /** Unqualified names are looked up here and nowhere else. */
  schema: string;
  /** Shown in pg_stat_activity. */
  name: string;
  max?: number;
  /** 10 s where it is left out. */
  statementMs?: number;
  onError: (error: Error) => void;
};

/**
 * Connections of one role to its schema. Statements end after `statementMs`, idle transactions after
 * 15 s. `onError` hears of idle connections that broke; the pool replaces them.
 */
export function createPool({
  url,
  schema,
  name,
  max = 10,
  statementMs = 10_000,
  onError,
}: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    options: `-c search_path=${schema}`,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    // Longer than the server's own limit: for connections on which no answer comes any more.
    query_timeout: statementMs + 5_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  pool.on('error', onError);
  // While a connection is lent out nobody listens: its end must reject the query, not end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** How many wait for a connection: more than a moment's worth means that the pool is too small. */
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

/** Resolves while the database answers. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.query('SELECT 1');
}
