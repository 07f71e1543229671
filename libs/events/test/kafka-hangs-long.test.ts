import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { TopicName } from '@cairn/contracts/events/topics.ts';
import { captureLog } from '@cairn/service-kit/test/captured-log.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { ISocketFactory } from 'kafkajs';
import { expect, it } from 'vitest';
import { createKafkaBus, createTopics } from '../kafka.ts';

const { kafkaBrokers: brokers } = getInfrastructure();
const LONG_TIMEOUT = { timeoutMs: 60_000 };

/** Connections that can be paused, as with a stopped broker: bytes wait on both sides. */
function createHoldable() {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const hold = (socket: Socket) => {
    socket.pause();
    socket.cork();
  };
  const socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port }, onConnect);
    sockets.add(socket);
    if (isHeld) hold(socket);
    return socket;
  };
  return {
    socketFactory,
    hold() {
      isHeld = true;
      for (const socket of sockets) hold(socket);
    },
    release() {
      isHeld = false;
      for (const socket of sockets) {
        socket.uncork();
        socket.resume();
      }
    },
  };
}

it('P-2.5 consumer resumes after the broker hung until kafkajs used up its retries', async () => {
  const { logger, named } = captureLog();
  const topic = `test-${randomBytes(6).toString('hex')}`;
  await createTopics({ brokers, clientId: 'test', logger }, [{ topic, numPartitions: 1 }]);
  const { socketFactory, hold, release } = createHoldable();
  const faults: Error[] = [];
  const received: string[] = [];
  const publisher = createKafkaBus({ brokers, clientId: 'publisher', logger, onFatal: () => {} });
  const bus = createKafkaBus({
    brokers,
    clientId: 'test',
    logger,
    answerWithinMs: 500,
    retries: 1,
    socketFactory,
    onFatal: (error) => faults.push(error),
  });
  const publish = (text: string) =>
    publisher.publish([{ topic, key: Buffer.from('key'), value: Buffer.from(text), headers: {} }]);
  const countCrashes = () =>
    named('kafka.error').filter(({ message }) => String(message).startsWith('Crash:')).length;
  try {
    bus.subscribe({
      group: topic,
      topics: [topic as TopicName],
      from: 'beginning',
      onMessage: async ({ value }) => void received.push(String(value)),
    });
    await publish('before');
    await waitUntil(() => received.includes('before'), LONG_TIMEOUT);
    hold();
    await publish('during the outage');
    await waitUntil(() => countCrashes() > 0, { ...LONG_TIMEOUT, what: 'the end of all tries' });
    release();
    await publish('afterwards');
    await waitUntil(() => received.includes('afterwards'), { ...LONG_TIMEOUT, what: 'the last' });
    // Messages that were not committed may be delivered twice.
    expect([...new Set(received)]).toEqual(['before', 'during the outage', 'afterwards']);
    expect(faults).toEqual([]);
  } finally {
    release();
    await Promise.all([bus.close(), publisher.close()]);
  }
}, 150_000);
