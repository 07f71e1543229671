import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import type { BusMessage, SubscribeOptions, Subscription } from '../bus.ts';
import { retry, withTimeout } from '../retry.ts';
import { type ClientOptions, RETRIES, RETRY } from './client.ts';
import { type Assignment, createLagReader } from './lag.ts';
import { HEARTBEAT_MS, installLongPoll } from './long-poll.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

export type SubscriptionOptions = Pick<ClientOptions, 'logger' | 'retries'> & {
  /** The consumer stopped permanently: the process should end and be restarted. */
  onFatal: (error: Error) => void;
  /** Lag without progress for this long counts as stuck (P-2.6). */
  stuckAfterMs?: number;
};

/** Time for the messages in hand; the whole process has 10 s to stop. */
const STOP_TIMEOUT_MS = 4_000;
const SESSION_TIMEOUT_MS = 8_000;
const STUCK_AFTER_MS = 60_000;
/**
 * kafkajs fetches again when all batches of the last fetch are done. About a hundred events of each
 * partition keep that well below the time after which a waiting partition counts as stuck.
 */
const FETCH_BYTES = 65_536;

/** Returns at once; connects and reconnects in the background. */
export function subscribe(
  kafka: Kafka,
  { logger, onFatal, retries = RETRIES, stuckAfterMs = STUCK_AFTER_MS }: SubscriptionOptions,
  options: SubscribeOptions,
): Subscription {
  const { group } = options;
  const stopping = new AbortController();
  let hasJoined = false;
  let stopped: Promise<void> | undefined;
  let consumer: Consumer | undefined;
  let assignment: Assignment = {};
  const lagReader = createLagReader(kafka, options);
  const watchdog = createWatchdog({
    readLag: () => lagReader.read(assignment),
    stuckAfterMs,
    onStuck: onFatal,
    logger,
    group,
  });

  /** Creates a new consumer for each attempt: one whose broker hung never reconnects. */
  async function connect(): Promise<void> {
    const used = createConsumer(kafka, group, { retries, stopping: stopping.signal });
    consumer = used;
    used.on(used.events.GROUP_JOIN, ({ payload }) => {
      hasJoined = true;
      assignment = payload.memberAssignment;
      watchdog.touchAll();
      logger.info({ group }, 'consumer.joined');
      options.onJoin?.();
    });
    used.on(used.events.CRASH, ({ payload }) => {
      if (!payload.restart && !stopping.signal.aborted) onFatal(payload.error);
    });
    try {
      await consume(used, options, { logger, signal: stopping.signal, watchdog });
    } catch (error) {
      used.disconnect().catch(() => {});
      throw error;
    }
  }

  const running = retry(connect, {
    signal: stopping.signal,
    maxWaitMs: 5_000,
    onFailure: (err) => logger.warn({ err, group }, 'consumer.connect_failed'),
  }).catch(() => {});
  watchdog.start();
  return {
    hasJoined: () => hasJoined,
    lag: watchdog.lag,
    async stop() {
      stopping.abort();
      watchdog.stop();
      // Waits for `running`, since the connection may be made only now.
      stopped ??= ignoreFailureWithin(
        running.finally(() => Promise.all([consumer?.disconnect(), lagReader.close()])),
        STOP_TIMEOUT_MS,
      );
      await stopped;
    },
  };
}

function createConsumer(
  kafka: Kafka,
  groupId: string,
  { retries, stopping }: { retries: number; stopping: AbortSignal },
): Consumer {
  installLongPoll();
  return kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    allowAutoTopicCreation: false,
    // The broker answers as soon as there is a message.
    maxWaitTimeInMs: 5_000,
    maxBytesPerPartition: FETCH_BYTES,
    retry: { ...RETRY, retries, restartOnFailure: async () => !stopping.aborted },
  });
}

async function consume(
  consumer: Consumer,
  { group, topics, from, onMessage }: SubscribeOptions,
  { logger, signal, watchdog }: { logger: Logger; signal: AbortSignal; watchdog: Watchdog },
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: from === 'beginning' });
  if (signal.aborted) return;
  await consumer.run({
    partitionsConsumedConcurrently: 3,
    eachMessage: async ({ topic, partition, message, heartbeat }) => {
      const place = `${topic}/${partition}/${message.offset}`;
      const received = { ...toBusMessage(topic, message), place };
      watchdog.touch(`${topic}/${partition}`);
      // A throw would make kafkajs leave the group, so retry here until the message is stored.
      await retry(() => withHeartbeats(() => onMessage(received), heartbeat), {
        signal,
        maxWaitMs: 2_000,
        onFailure: (err, failures) => {
          // A retry occupies a slot, so other partitions may wait for it.
          watchdog.touchAll();
          if (failures % 10 === 1) logger.error({ err, group, place }, 'consumer.blocked');
        },
        // Throws during a rebalance: the message then goes to the new owner of its partition.
        beforeRetry: heartbeat,
      });
    },
  });
}

/**
 * kafkajs sends no heartbeats while a message is processed; a slow database would end the group
 * membership.
 */
async function withHeartbeats(
  work: () => Promise<void>,
  heartbeat: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => heartbeat().catch(() => {}), HEARTBEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

function toBusMessage(topic: string, { key, value, headers }: KafkaMessage): BusMessage {
  return {
    topic,
    key,
    value,
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, given]) => [
        name,
        given === undefined ? '' : String(given),
      ]),
    ),
  };
}

/** `disconnect` waits for an unavailable broker; stopping must not. */
export async function ignoreFailureWithin(closing: Promise<unknown>, ms: number): Promise<void> {
  await withTimeout(closing, ms).catch(() => {});
}
