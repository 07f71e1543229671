import type { TopicName } from '@cairn/contracts/events/topics.ts';
import type { Bus } from '@cairn/events/bus.ts';
import { createKafkaBus } from '@cairn/events/kafka.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';

/** The real Kafka bus on topics and groups of one test only, so that runs do not interfere. */
export function createOwnBus(brokers: string[], prefix: string): Bus {
  const bus = createKafkaBus({
    brokers,
    clientId: 'test',
    logger: createLogger('test', 'silent'),
    onFatal: (error) => {
      throw error;
    },
  });
  return {
    ...bus,
    publish: (messages) =>
      bus.publish(messages.map((message) => ({ ...message, topic: prefix + message.topic }))),
    subscribe: ({ group, topics, onMessage, ...rest }) =>
      bus.subscribe({
        ...rest,
        group: prefix + group,
        topics: topics.map((topic) => (prefix + topic) as TopicName),
        onMessage: (message) =>
          onMessage({ ...message, topic: message.topic.slice(prefix.length) }),
      }),
  };
}
