import type { TopicName } from '@cairn/contracts/events/topics.ts';

/** A message as it travels: bytes and text headers, nothing parsed. */
export type BusMessage = {
  topic: string;
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, string>;
};

export type ReceivedMessage = BusMessage & {
  /** Where it lies: `topic/partition/offset`. The same message has the same place for ever. */
  place: string;
};

export type SubscribeOptions = {
  /** Members of one group share the messages between them. */
  group: string;
  topics: readonly TopicName[];
  /** Where a group that is new begins. */
  from: 'beginning' | 'now';
  /**
   * Rejects only when the message could not be dealt with at all (its database is away): it is then
   * given again, later, and nothing after it from the same partition before.
   */
  onMessage: (message: ReceivedMessage) => Promise<void>;
  /** Each time that partitions were assigned: with `from: 'now'`, what came before was missed. */
  onJoin?: () => void;
};

export type Subscription = {
  /** True from the first time that partitions were assigned. */
  hasJoined(): boolean;
  /** Messages that waited when it was last looked at, some seconds ago at most. */
  lag(): number;
  stop(): Promise<void>;
};

export type Bus = {
  /** Resolves when all are acknowledged; rejects when any may not be. Order within a key is kept. */
  publish(messages: BusMessage[]): Promise<void>;
  /** Returns at once; connects, and connects again, in the background. */
  subscribe(options: SubscribeOptions): Subscription;
  /** Resolves when the broker answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
