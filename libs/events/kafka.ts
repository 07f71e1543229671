import type { Logger } from '@cairn/service-kit/logger.ts';
import {
  type Admin,
  type Consumer,
  type ITopicConfig,
  Kafka,
  type KafkaMessage,
  logLevel,
  type Producer,
} from 'kafkajs';
// kafkajs has no types for its insides.
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import type { Bus, BusMessage, SubscribeOptions, Subscription } from './bus.ts';
import { insist, withTimeout } from './patience.ts';
import { createSeldom } from './seldom.ts';

export type KafkaOptions = {
  brokers: string[];
  clientId: string;
  logger: Logger;
  /** A consumer stopped for good: the process should end, so that it is started afresh. */
  onFatal: (error: Error) => void;
  /** How long one request may take. */
  answerWithinMs?: number;
};

const SEND_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 2_000;
/** What is in hand may end; with what the others take to stop, a process has 10 s. */
const STOP_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 1_500;
const RETRY = { initialRetryTime: 100, maxRetryTime: 3_000, retries: 5 };
const SESSION_TIMEOUT_MS = 8_000;
const HEARTBEAT_MS = 2_000;

/** The only file that knows kafkajs. Nothing here rejects or throws because the broker is away, but `publish` and `ping`. */
export function createKafkaBus(options: KafkaOptions): Bus {
  const kafka = connectTo(options);
  const subscriptions: Subscription[] = [];
  const producer = createConnection(() => createProducer(kafka));
  const admin = createConnection(() => kafka.admin());
  return {
    async publish(messages) {
      if (messages.length > 0)
        await producer.use((used) => sendAll(used, messages), SEND_TIMEOUT_MS);
    },
    subscribe(subscribeOptions) {
      const subscription = subscribe(kafka, options, subscribeOptions);
      subscriptions.push(subscription);
      return subscription;
    },
    ping: () =>
      admin.use((used) => used.connect().then(() => used.describeCluster()), PING_TIMEOUT_MS),
    async close() {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      await quietly(Promise.all([producer.close(), admin.close()]), CLOSE_TIMEOUT_MS);
    },
  };
}

/**
 * Made at need. What failed is thrown away: a connection may be half open, and a producer's sequence
 * numbers may not be the broker's any more.
 */
function createConnection<Client extends Producer | Admin>(create: () => Client) {
  let current: Client | undefined;
  return {
    async use(work: (client: Client) => Promise<unknown>, ms: number): Promise<void> {
      current ??= create();
      const used = current;
      try {
        await withTimeout(work(used), ms);
      } catch (error) {
        if (current === used) current = undefined;
        used.disconnect().catch(() => {});
        throw error;
      }
    },
    close: async () => current?.disconnect(),
  };
}

/** Makes the topics that are missing; those that exist stay as they are. */
export async function createTopics(
  options: Pick<KafkaOptions, 'brokers' | 'clientId' | 'logger'>,
  topics: ITopicConfig[],
): Promise<void> {
  const admin = connectTo(options).admin();
  try {
    await admin.connect();
    // Of a request with one that exists kafkajs would not wait for the leaders of the others.
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    if (missing.length > 0) await admin.createTopics({ topics: missing, waitForLeaders: true });
  } finally {
    await admin.disconnect();
  }
}

function connectTo({
  brokers,
  clientId,
  logger,
  answerWithinMs = 10_000,
}: Omit<KafkaOptions, 'onFatal'>): Kafka {
  armRequestTimerOnlyWhilePending();
  const seldom = createSeldom();
  return new Kafka({
    brokers,
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: answerWithinMs,
    retry: RETRY,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, log, namespace }) => {
        const { message, ...rest } = log;
        const fields = {
          kafka: namespace,
          message,
          error: rest['error'],
          groupId: rest['groupId'],
        };
        if (level === logLevel.ERROR)
          seldom(`${namespace} ${message}`, (more) =>
            logger.warn({ ...fields, ...more }, 'kafka.error'),
          );
        else logger.debug(fields, 'kafka.notice');
      },
  });
}

function createProducer(kafka: Kafka): Producer {
  return kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
  });
}

async function sendAll(producer: Producer, messages: BusMessage[]): Promise<void> {
  await producer.connect();
  const topics = [...new Set(messages.map(({ topic }) => topic))];
  await producer.sendBatch({
    acks: -1,
    topicMessages: topics.map((topic) => ({
      topic,
      messages: messages
        .filter((message) => message.topic === topic)
        .map(({ key, value, headers }) => ({ key, value, headers })),
    })),
  });
}

function subscribe(
  kafka: Kafka,
  { logger, onFatal }: KafkaOptions,
  options: SubscribeOptions,
): Subscription {
  const { group } = options;
  const stopping = new AbortController();
  let hasJoined = false;
  let stopped: Promise<void> | undefined;
  let consumer: Consumer | undefined;

  /** With a consumer of its own: one that met a broker that hangs would never connect again. */
  async function connect(): Promise<void> {
    const used = createConsumer(kafka, group, stopping.signal);
    consumer = used;
    used.on(used.events.GROUP_JOIN, () => {
      hasJoined = true;
      logger.info({ group }, 'consumer.joined');
      options.onJoin?.();
    });
    used.on(used.events.CRASH, ({ payload }) => {
      if (!payload.restart && !stopping.signal.aborted) onFatal(payload.error);
    });
    try {
      await consume(used, options, { logger, signal: stopping.signal });
    } catch (error) {
      used.disconnect().catch(() => {});
      throw error;
    }
  }

  const running = insist(connect, {
    signal: stopping.signal,
    longestWaitMs: 5_000,
    onFailure: (err) => logger.warn({ err, group }, 'consumer.not_connected'),
  }).catch(() => {});
  return {
    hasJoined: () => hasJoined,
    async stop() {
      stopping.abort();
      // Also when it is only then that the connection is made.
      stopped ??= quietly(
        running.finally(() => consumer?.disconnect()),
        STOP_TIMEOUT_MS,
      );
      await stopped;
    },
  };
}

function createConsumer(kafka: Kafka, groupId: string, stopping: AbortSignal): Consumer {
  return kafka.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_MS,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 500,
    retry: { ...RETRY, restartOnFailure: async () => !stopping.aborted },
  });
}

async function consume(
  consumer: Consumer,
  { group, topics, from, onMessage }: SubscribeOptions,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: from === 'beginning' });
  if (signal.aborted) return;
  await consumer.run({
    partitionsConsumedConcurrently: 3,
    eachMessage: async ({ topic, partition, message, heartbeat }) => {
      const place = `${topic}/${partition}/${message.offset}`;
      const received = { ...toBusMessage(topic, message), place };
      // A throw would make kafkajs leave the group: it is tried again here, in the group, until it works.
      await insist(() => withHeartbeats(() => onMessage(received), heartbeat), {
        signal,
        longestWaitMs: 2_000,
        onFailure: (err, failures) => {
          if (failures % 10 === 1) logger.error({ err, group, place }, 'consumer.blocked');
        },
        // Throws where the group is being shared out anew: the message goes to whoever gets its partition.
        beforeRetry: heartbeat,
      });
    },
  });
}

/** With the broker away this would wait for it; whoever stops does not. */
async function quietly(farewell: Promise<unknown>, ms: number): Promise<void> {
  await withTimeout(farewell, ms).catch(() => {});
}

/** kafkajs sends none while a message is worked on; a slow database would cost the place in the group. */
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

type PendingQueue = {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
};

/**
 * kafkajs 2.2.4 polls every millisecond for as long as a connection is open
 * (github.com/tulios/kafkajs/issues/1751), which costs an idle consumer 5 % of a core.
 */
function armRequestTimerOnlyWhilePending(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: PendingQueue) {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const throttledFor = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledFor > 0 ? throttledFor : 10,
    );
  };
}
