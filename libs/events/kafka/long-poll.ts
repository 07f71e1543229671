// kafkajs has no types for its internals.
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import Runner from 'kafkajs/src/consumer/runner.js';

export const HEARTBEAT_MS = 2_000;

/** Ends the waiting fetches of a group member, which are then empty. */
const stops = new WeakMap<object, Set<() => void>>();
let isInstalled = false;

/**
 * Lets a consumer wait long for messages. kafkajs 2.2.4 sends heartbeats only between fetches, so a
 * fetch of 5 s would delay the answer to a rebalance by as much; and it stops only after the fetch.
 */
export function installLongPoll(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { fetch } = ConsumerGroup.prototype;
  const { stop } = Runner.prototype;
  ConsumerGroup.prototype.fetch = function (nodeId) {
    return fetchWithHeartbeats(this, nodeId, fetch.call(this, nodeId));
  };
  Runner.prototype.stop = function () {
    // Before it waits for its fetches, `stop` has marked the consumer as not running.
    const stopping = stop.call(this);
    for (const end of stops.get(this.consumerGroup) ?? []) end();
    return stopping;
  };
}

async function fetchWithHeartbeats(
  group: ConsumerGroup,
  nodeId: number,
  fetching: Promise<unknown[]>,
): Promise<unknown[]> {
  const early = Promise.withResolvers<unknown[]>();
  const end = () => early.resolve([]);
  const timer = setInterval(() => {
    // Rejects when the group rebalances: the runner's own heartbeat then fails, and it joins again.
    group.heartbeat({ interval: HEARTBEAT_MS }).catch(end);
  }, HEARTBEAT_MS);
  const ends = stops.get(group) ?? new Set();
  stops.set(group, ends.add(end));
  let isDone = false;
  fetching.finally(() => (isDone = true)).catch(() => {});
  try {
    return await Promise.race([fetching, early.promise]);
  } finally {
    clearInterval(timer);
    ends.delete(end);
    // The broker answers one connection in order: the next fetch would wait for the abandoned one.
    if (!isDone) await closeFetchConnection(group, nodeId).catch(() => {});
  }
}

async function closeFetchConnection(group: ConsumerGroup, nodeId: number): Promise<void> {
  const { connectionPool } = await group.cluster.findBroker({ nodeId: String(nodeId) });
  const connection = connectionPool.pool[FETCH_CONNECTION];
  // `disconnect` waits for open requests.
  connection?.rejectRequests(new Error('the fetch was abandoned'));
  await connection?.disconnect();
}

/** kafkajs' connection pool has two connections; the second one is for fetches. */
const FETCH_CONNECTION = 1;
