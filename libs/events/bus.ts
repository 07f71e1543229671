import type { TopicName } from '@cairn/contracts/events/topics.ts';

/** A message as Kafka transports it: bytes and text headers, not parsed. */
export type BusMessage = {
  topic: string;
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, string>;
};

export type ReceivedMessage = BusMessage & {
  /** Position `topic/partition/offset`; stable across redeliveries. */
  place: string;
};

export type SubscribeOptions = {
  /** Consumers of one group share the partitions. */
  group: string;
  topics: readonly TopicName[];
  /** Start offset of a new group. */
  from: 'beginning' | 'now';
  /**
   * Rejects only if the message cannot be stored at all (database unavailable). The message is then
   * redelivered later, and no later message of its partition before it.
   */
  onMessage: (message: ReceivedMessage) => Promise<void>;
  /** Called at each partition assignment. With `from: 'now'`, earlier messages were missed. */
  onJoin?: () => void;
};

export type Subscription = {
  /** True after the first partition assignment. */
  hasJoined(): boolean;
  /** Number of waiting messages at the last measurement, at most some seconds ago. */
  lag(): number;
  stop(): Promise<void>;
};

export type Bus = {
  /**
   * Resolves when the broker has acknowledged all messages; rejects if any may be lost. Keeps the
   * order within a key.
   */
  publish(messages: BusMessage[]): Promise<void>;
  /** Returns at once; connects and reconnects in the background. */
  subscribe(options: SubscribeOptions): Subscription;
  /** Resolves when the broker answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
