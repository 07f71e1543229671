import type { Admin, ITopicConfig, Kafka, Producer } from 'kafkajs';
import type { Bus, BusMessage, Subscription } from './bus.ts';
import { type ClientOptions, connectTo } from './kafka/client.ts';
import { ignoreFailureWithin, type SubscriptionOptions, subscribe } from './kafka/subscription.ts';
import { withTimeout } from './retry.ts';

export type KafkaOptions = ClientOptions &
  SubscriptionOptions & {
    /** After this time `publish` rejects; 10 s by default. */
    sendWithinMs?: number;
  };

const SEND_TIMEOUT_MS = 10_000;
const PING_TIMEOUT_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_500;

/**
 * Only this file and `kafka/` import kafkajs. Only `publish` and `ping` fail while the broker is
 * unavailable.
 */
export function createKafkaBus(options: KafkaOptions): Bus {
  const { sendWithinMs = SEND_TIMEOUT_MS } = options;
  const kafka = connectTo(options);
  const subscriptions: Subscription[] = [];
  const producer = createConnection(() => createProducer(kafka));
  const admin = createConnection(() => kafka.admin());
  return {
    async publish(messages) {
      if (messages.length === 0) return;
      await producer.use((used) => sendAll(used, messages), sendWithinMs);
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
      await ignoreFailureWithin(Promise.all([producer.close(), admin.close()]), CLOSE_TIMEOUT_MS);
    },
  };
}

/** Created on demand and discarded after a failure: a connection may be half open, and metadata stale. */
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

/** Creates missing topics; leaves existing ones unchanged. */
export async function createTopics(options: ClientOptions, topics: ITopicConfig[]): Promise<void> {
  const admin = connectTo(options).admin();
  try {
    await admin.connect();
    // One request per topic: if one topic of a request exists, kafkajs does not wait for the
    // leaders of the others.
    const existing = new Set(await admin.listTopics());
    const missing = topics.filter(({ topic }) => !existing.has(topic));
    if (missing.length === 0) return;
    await admin.createTopics({ topics: missing, waitForLeaders: true }).catch(ignoreUnknownTopic);
  } finally {
    await admin.disconnect();
  }
}

/** The broker that is asked for the leaders may not know the new topic yet; clients retry until it does. */
function ignoreUnknownTopic(error: unknown): void {
  const { type } = error as { type?: unknown };
  if (type !== 'UNKNOWN_TOPIC_OR_PARTITION') throw error;
}

/**
 * Sends once: when the leader of a partition moves to a broker that has already acknowledged its part of
 * the batch, a retry of kafkajs 2.2.4 omits the moved messages and reports success
 * (github.com/tulios/kafkajs/issues/1303). The relay repeats the whole batch instead, and inboxes ignore
 * repeated events. Idempotence concerns only those retries, and requires them.
 */
function createProducer(kafka: Kafka): Producer {
  return kafka.producer({
    retry: { retries: 0 },
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
