import { sendDelivery } from '@cairn/contracts/jobs/deliveries.ts';
import { createQueue } from '@cairn/jobs/queue.ts';
import { createWorker } from '@cairn/jobs/worker.ts';
import { createPool, pingDatabase } from '@cairn/postgres/pool.ts';
import { createServiceApp } from '@cairn/service-kit/app.ts';
import { createLogger, type Logger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { continueTrace, runInTrace } from '@cairn/service-kit/tracing.ts';
import type { WorkerConfig } from './config.ts';
import { createSender } from './deliveries/sender.service.ts';
import { createSendGrid, type MailProvider } from './sendgrid/sendgrid.ts';

export type WorkerOverrides = { logger?: Logger; queuePrefix?: string; provider?: MailProvider };

/** How many mails are under way at once. */
const CONCURRENCY = 10;

/** The worker: it shares the schema of the service, takes jobs and talks to the providers. */
export function createWorkerContext(config: WorkerConfig, overrides: WorkerOverrides = {}) {
  const logger = overrides.logger ?? createLogger('worker', config.LOG_LEVEL);
  const metrics = createMetrics('worker');
  const pool = createPool({
    url: config.DATABASE_URL,
    schema: 'notification',
    name: 'worker',
    onError: (err) => logger.warn({ err }, 'database.connection_lost'),
  });
  const provider =
    overrides.provider ??
    createSendGrid({
      apiKey: config.SENDGRID_API_KEY,
      apiUrl: config.SENDGRID_API_URL,
      from: config.MAIL_FROM,
    });
  const sender = createSender({
    pool,
    provider,
    linkSealKey: config.LINK_SEAL_KEY,
    publicUrl: config.PUBLIC_URL,
    logger,
    metrics,
  });
  const redis = {
    redisUrl: config.REDIS_URL,
    logger,
    ...(overrides.queuePrefix ? { prefix: overrides.queuePrefix } : {}),
  };
  const queue = createQueue(sendDelivery, redis);
  const worker = createWorker(
    sendDelivery,
    ({ deliveryId, traceparent }) =>
      runInTrace(continueTrace(traceparent), () => sender.send(deliveryId)),
    { ...redis, concurrency: CONCURRENCY },
  );
  return {
    logger,
    metrics,
    pool,
    sender,
    health: {
      required: { database: () => pingDatabase(pool) },
      optional: { redis: () => queue.ping() },
    },
    parts: [{ stop: () => pool.end() }, { stop: () => queue.close() }, worker],
  };
}

export function createWorkerApp({
  logger,
  metrics,
  health,
}: Pick<ReturnType<typeof createWorkerContext>, 'logger' | 'metrics' | 'health'>) {
  return createServiceApp({ logger, metrics, health, routers: [] });
}
