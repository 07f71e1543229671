declare module 'kafkajs/src/network/requestQueue/index.js' {
  const RequestQueue: {
    prototype: { scheduleCheckPendingRequests(): void; scheduleRequestTimeoutCheck(): void };
  };
  export default RequestQueue;
}

declare module 'kafkajs/src/consumer/consumerGroup.js' {
  class ConsumerGroup {
    cluster: {
      findBroker(options: { nodeId: string }): Promise<{
        connectionPool: {
          pool: { rejectRequests(error: Error): void; disconnect(): Promise<void> }[];
        };
      }>;
    };
    fetch(nodeId: number): Promise<unknown[]>;
    heartbeat(options: { interval: number }): Promise<void>;
  }
  export default ConsumerGroup;
}

declare module 'kafkajs/src/consumer/runner.js' {
  import type ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';

  const Runner: { prototype: { consumerGroup: ConsumerGroup; stop(): Promise<void> } };
  export default Runner;
}
