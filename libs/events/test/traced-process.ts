import { createPool } from '@cairn/postgres/pool.ts';
import { createServiceApp } from '@cairn/service-kit/app.ts';
import { UnauthenticatedError } from '@cairn/service-kit/errors.ts';
import { runProcess } from '@cairn/service-kit/lifecycle.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { createRoutes } from '@cairn/service-kit/routes.ts';
import { currentTraceparent, runInSpan } from '@cairn/service-kit/tracing.ts';

// A process for telemetry.test.ts: a request with a query, a Redis command, a call and an event.
const { DATABASE_URL = '', REDIS_URL = '', PROVIDER_URL = '', PROBE_PORT } = process.env;
const logger = createLogger('traced', 'info');
const pool = createPool({ url: DATABASE_URL, schema: 'auth', name: 'traced', onError: () => {} });
const redis = connectRedis(REDIS_URL, logger, { timeoutMs: 5_000, retryWithinMs: 1_000 });
await redis.connect();

const { router } = createRoutes({
  authenticate: () => {
    throw new UnauthenticatedError();
  },
  verifyInternal: () => null,
});
router.post('/people/:email', async (request, response) => {
  const { email } = request.params;
  await pool.query('SELECT $1::text AS email FROM users LIMIT 1', [email]);
  await pool.query(`SELECT id FROM users WHERE email = '${email}'`);
  await pool.query('SELECT $1::uuid', [email]).catch(() => {});
  await redis.get(`person:${email}`);
  await fetch(`${PROVIDER_URL}/send?token=${request.query['token']}`);
  const traceparent = currentTraceparent();
  await runInSpan({ name: 'process users', kind: 'consumer', traceparent }, async () =>
    logger.info('event.applied'),
  );
  response.json({});
});

await runProcess({
  logger,
  port: Number(PROBE_PORT),
  app: createServiceApp({ logger, metrics: createMetrics('traced'), health: { required: {} } }, [
    router,
  ]),
  backgroundServices: [{ stop: async () => redis.disconnect(), isConnection: true }],
});
process.send?.({ event: 'started' });
