import type { Bus, ReceivedMessage, SubscribeOptions } from './bus.ts';

/**
 * In-process bus for component tests: `publish` resolves when every subscriber has processed the
 * messages. Late subscribers miss earlier messages.
 */
export function createMemoryBus(): Bus {
  const subscribers = new Set<SubscribeOptions>();
  let offset = 0;
  return {
    async publish(messages) {
      for (const message of messages) {
        const received: ReceivedMessage = { ...message, place: `${message.topic}/0/${offset++}` };
        for (const { topics, onMessage } of subscribers) {
          if (topics.some((topic) => topic === message.topic)) await onMessage(received);
        }
      }
    },
    subscribe(options) {
      subscribers.add(options);
      options.onJoin?.();
      return {
        hasJoined: () => true,
        lag: () => 0,
        stop: async () => {
          subscribers.delete(options);
        },
      };
    },
    ping: async () => {},
    close: async () => subscribers.clear(),
  };
}
