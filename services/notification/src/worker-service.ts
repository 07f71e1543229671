import {
  type JobDefinition,
  sendBatch,
  sendDelivery,
  sendText,
} from '@cairn/contracts/jobs/deliveries.ts';
import {
  createQueue,
  createWorker,
  type QueueTiming,
  type WorkerLimits,
} from '@cairn/jobs/queue.ts';
import { addPoolMetrics, createPool, pingDatabase } from '@cairn/postgres/pool.ts';
import { createRouteLimiter } from '@cairn/service/route-limiter.ts';
import { createServiceApp } from '@cairn/service-kit/app.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { createLogger, type Logger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { runInSpan } from '@cairn/service-kit/tracing.ts';
import type { z } from 'zod';
import type { WorkerConfig } from './config.ts';
import { LIMITED_ROUTES } from './limits/limits.ts';
import type { MailProvider } from './providers/mail-provider.ts';
import { createSendGrid } from './providers/sendgrid.ts';
import { createTwilio, type TextProvider } from './providers/twilio.ts';
import { createBatchSender } from './sending/batch-sender.service.ts';
import { createComposer } from './sending/composer.ts';
import { createOutcomeRecorder } from './sending/outcome-recorder.ts';
import { createSender, type Hold } from './sending/sender.service.ts';

export type WorkerOverrides = {
  logger?: Logger;
  queuePrefix?: string;
  queueTiming?: QueueTiming;
  provider?: MailProvider;
  texts?: TextProvider;
};

const BATCH_SIZE = 1_000;
/** The longest pause of a queue after a provider's Retry-After; the refused message itself waits the full time. */
const LONGEST_HOLD_SECONDS = 600;

/** The worker shares the schema of the service, takes jobs and calls the providers. */
export function createWorkerService(config: WorkerConfig, overrides: WorkerOverrides = {}) {
  const logger = overrides.logger ?? createLogger('worker', config.LOG_LEVEL);
  const metrics = createMetrics('worker');
  const pool = createPool({
    url: config.DATABASE_URL,
    schema: 'notification',
    name: 'worker',
    onError: (err) => logger.warn({ err }, 'database.connection_lost'),
  });
  addPoolMetrics(metrics, pool);
  const provider = overrides.provider ?? createMailProvider(config);
  const texts = overrides.texts ?? createTextProvider(config);
  const suppressionKey = config.SUPPRESSION_KEY;
  const composer = createComposer({
    pool,
    linkSealKey: config.LINK_SEAL_KEY,
    phoneSealKey: config.PHONE_SEAL_KEY,
    suppressionKey,
    unsubscribeKey: config.UNSUBSCRIBE_KEY,
    publicUrl: config.PUBLIC_URL,
    postalAddress: config.POSTAL_ADDRESS,
  });
  const recorder = createOutcomeRecorder({
    pool,
    logger,
    metrics,
    maxAttempts: config.MAX_ATTEMPTS,
  });
  const common = { pool, composer, recorder, suppressionKey, logger };
  const allowedNumbers = { countries: config.SMS_COUNTRIES, types: config.SMS_NUMBER_TYPES };
  const counters = createRouteLimiter({ logger, metrics }, config, LIMITED_ROUTES);
  const { limiter } = counters;
  const sender = createSender({ ...common, provider, texts, allowedNumbers, limiter });
  const stopping = new AbortController();
  const batchSender = createBatchSender({ ...common, provider, stopping: stopping.signal });
  const redis = {
    redisUrl: config.REDIS_URL,
    logger,
    prefix: overrides.queuePrefix,
    timing: overrides.queueTiming,
  };

  /** The queue and the worker of one kind of job. A provider's Retry-After pauses the whole queue. */
  function work<Schema extends z.ZodType<{ traceparent: string | null }>>(
    job: JobDefinition<Schema>,
    send: (data: z.infer<Schema>) => Promise<Hold>,
    limits: WorkerLimits,
  ) {
    const queue = createQueue(job, redis);
    const worker = createWorker(
      job,
      async (data) => {
        const { traceparent } = data;
        const span = { name: `process ${job.queue}`, kind: 'consumer', traceparent } as const;
        const hold = await runInSpan(span, () => send(data));
        if (hold) await queue.hold(Math.min(hold, LONGEST_HOLD_SECONDS));
      },
      { ...redis, ...limits },
    );
    return { queue, worker };
  }

  const { MAIL_PER_SECOND: mails, SMS_PER_SECOND: sms } = config;
  const works = [
    work(sendDelivery, ({ deliveryId }) => sender.send(deliveryId), {
      concurrency: 10,
      rate: rateOf(mails),
    }),
    work(sendText, ({ deliveryId }) => sender.send(deliveryId), {
      concurrency: 5,
      rate: rateOf(sms),
    }),
    work(sendBatch, ({ batchId }) => batchSender.sendBatch(batchId), {
      concurrency: 1,
      rate: rateOf(mails / BATCH_SIZE),
    }),
  ];
  const backgroundServices: BackgroundService[] = [
    { stop: () => pool.end(), isConnection: true },
    counters.connection,
    ...works.map(
      ({ queue }): BackgroundService => ({ stop: () => queue.close(), isConnection: true }),
    ),
    { stop: async () => stopping.abort() },
    ...works.map(({ worker }) => worker),
  ];
  return {
    logger,
    metrics,
    pool,
    redis: counters.redis,
    sender,
    batchSender,
    health: {
      required: { database: () => pingDatabase(pool) },
      optional: { redis: async () => void (await Promise.all(works.map((w) => w.queue.ping()))) },
    },
    backgroundServices,
  };
}

export function createWorkerApp({
  logger,
  metrics,
  health,
}: Pick<ReturnType<typeof createWorkerService>, 'logger' | 'metrics' | 'health'>) {
  return createServiceApp({ logger, metrics, health }, []);
}

/** `perSecond` may be below 1. */
function rateOf(perSecond: number): WorkerLimits['rate'] {
  return perSecond >= 1
    ? { jobs: Math.floor(perSecond), everyMs: 1_000 }
    : { jobs: 1, everyMs: Math.ceil(1_000 / perSecond) };
}

function createMailProvider(config: WorkerConfig): MailProvider {
  return createSendGrid({
    apiKey: config.SENDGRID_API_KEY,
    apiUrl: config.SENDGRID_API_URL,
    from: config.MAIL_FROM,
  });
}

function createTextProvider(config: WorkerConfig): TextProvider {
  return createTwilio({
    accountSid: config.TWILIO_ACCOUNT_SID,
    authToken: config.TWILIO_AUTH_TOKEN,
    apiUrl: config.TWILIO_API_URL,
    from: config.TWILIO_FROM,
    statusUrl: `${config.PUBLIC_URL}/api/webhooks/twilio`,
  });
}
