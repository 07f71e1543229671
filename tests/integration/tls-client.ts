import { sendDelivery } from '@cairn/contracts/jobs/deliveries.ts';
import { holdConnection } from '@cairn/events/relay-connection.ts';
import { createQueue } from '@cairn/jobs/queue.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';

// A process for tls.test.ts, because Node reads NODE_EXTRA_CA_CERTS at its start: `postgres <url>` or
// `redis <url>` uses every kind of connection of a service. Ends with code 0 on success.
const [engine, url = ''] = process.argv.slice(2);
const logger = createLogger('client', 'silent');

const work = engine === 'postgres' ? usePostgres : useRedis;
await work().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
process.exit(0);

async function usePostgres(): Promise<void> {
  const pool = createPool({ url, schema: 'public', name: 'tls', onError: () => {} });
  const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  if (!rows[0].ssl) throw new Error('the connection has no TLS');
  const ignore = () => {};
  await holdConnection(
    { databaseUrl: url, schema: 'public', onWake: ignore, onDue: ignore },
    async (client) => void (await client.query('SELECT 1')),
  );
}

async function useRedis(): Promise<void> {
  const redis = connectRedis(url, logger, { timeoutMs: 2_000, retryWithinMs: 100 });
  await firstConnection(redis);
  await redis.set('tls', '1');
  const queue = createQueue(sendDelivery, { redisUrl: url, logger });
  const answers = () =>
    queue.count().then(
      () => true,
      () => false,
    );
  await waitUntil(answers, { what: 'the queue' });
}

/** Rejects with the error of the connection, not with that of the command which has none. */
async function firstConnection(redis: ReturnType<typeof connectRedis>): Promise<void> {
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  await Promise.race([redis.connect(), failed]);
}
