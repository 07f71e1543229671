import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TopicName } from '@cairn/contracts/events/topics.ts';
import { captureLog } from '@cairn/service-kit/test/captured-log.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { expect, it } from 'vitest';
import { createKafkaBus, createTopics } from '../kafka.ts';

/** Proxy to the broker that accepts connections and forwards nothing until it is opened. */
async function startGate() {
  const [host = '', port] = (getInfrastructure().kafkaBrokers[0] ?? '').split(':');
  const sockets = new Set<Socket>();
  let isOpen = false;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    // As with a stopped process: requests from before are never answered.
    if (!isOpen) return void near.resume();
    const far = connect(Number(port), host);
    sockets.add(far);
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    broker: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: () => {
      isOpen = true;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('P-2.5 consumer that started while the broker hung joins when it answers again', async () => {
  const { logger, named } = captureLog();
  const topic = `test-${randomBytes(6).toString('hex')}`;
  const { kafkaBrokers: brokers } = getInfrastructure();
  await createTopics({ brokers, clientId: 'test', logger }, [{ topic, numPartitions: 1 }]);
  const gate = await startGate();
  const bus = createKafkaBus({
    brokers: [gate.broker],
    clientId: 'test',
    logger,
    answerWithinMs: 500,
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    const subscription = bus.subscribe({
      group: topic,
      topics: [topic as TopicName],
      from: 'beginning',
      onMessage: async () => {},
    });
    await waitUntil(() => named('consumer.connect_failed').length > 0);
    gate.open();
    await waitUntil(() => subscription.hasJoined());
    expect(named('consumer.joined')).toHaveLength(1);
  } finally {
    await bus.close();
    gate.stop();
  }
}, 90_000);
