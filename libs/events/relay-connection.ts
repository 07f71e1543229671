import { PrimaryClient } from '@cairn/postgres/primary-client.ts';
import type pg from 'pg';

export type HoldOptions = {
  databaseUrl: string;
  schema: string;
  /** Called after new events were committed, or when the connection broke. */
  onWake: () => void;
  /** Called with the table after rows with a due time were committed, and once when the connection is made. */
  onDue: (table?: string) => void;
};

const END_WITHIN_MS = 1_000;
/** If a process disappears without closing its session, TCP keepalives release the lock after 30 s. */
const KEEPALIVE =
  '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';
/** A mark that is lost in a crash of Postgres only publishes the event again. */
const WITHOUT_FLUSH = '-c synchronous_commit=off';
const LOCK =
  "SELECT pg_try_advisory_lock(hashtextextended('relay:' || current_schema(), 0)) AS held";

/**
 * Runs `work` on a dedicated connection that listens for new events; rejects when the connection
 * breaks, even while idle.
 */
export async function holdConnection(
  { databaseUrl, schema, onWake, onDue }: HoldOptions,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new PrimaryClient({
    connectionString: databaseUrl,
    application_name: `${schema}-relay`,
    options: `-c search_path=${schema} ${WITHOUT_FLUSH} ${KEEPALIVE}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
  });
  // The next query rejects; without a listener the error would end the process.
  client.on('error', onWake);
  client.on('notification', ({ channel, payload }) =>
    channel.endsWith('_due') ? onDue(payload) : onWake(),
  );
  try {
    await client.connect();
    await refusePooler(client);
    await client.query(`LISTEN "${schema}_outbox"; LISTEN "${schema}_due"`);
    onDue();
    await work(client);
  } finally {
    await end(client);
  }
}

/** Tries to take the relay's lock, which this session then holds until its connection ends. */
export async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(LOCK);
  return rows[0].held;
}

/** A transaction pooler assigns sessions per statement, so lock and LISTEN would belong to no client. */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const { processID } = client as pg.Client & { processID: number };
  if (rows[0].pid !== processID) throw new Error('the relay needs a connection without a pooler');
}

async function end(client: pg.Client): Promise<void> {
  const { connection } = client as pg.Client & { connection: { stream: { destroy(): void } } };
  // Over a dead network, `end` would wait for an answer forever.
  const timer = setTimeout(() => connection.stream.destroy(), END_WITHIN_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}
