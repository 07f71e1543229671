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
  onError: (error: Error) => void;
};

/**
 * Connections of one service's role to its own schema. Statements end after 10 s, idle
 * transactions after 15 s. `onError` hears of idle connections that broke; the pool replaces them.
 */
export function createPool({ url, schema, name, max = 10, onError }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    options: `-c search_path=${schema}`,
    max,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    // Longer than the server's own limit: for connections on which no answer comes any more.
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  pool.on('error', onError);
  // While a connection is lent out nobody listens: its end must reject the query, not end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Resolves while the database answers. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.query('SELECT 1');
}
