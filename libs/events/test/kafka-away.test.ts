import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { captureLog } from '@cairn/service-kit/test/captured-log.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKafkaBus, createTopics } from '../kafka.ts';
import { toMessage } from '../message.ts';
import { eventOf } from './setup.ts';

const logger = createLogger('test', 'silent');
const sockets = new Set<Socket>();
/** Accepts connections and never answers. */
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {}).resume();
});
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const brokers = {
  'refuses connections': () => '127.0.0.1:9',
  'never answers': () => `127.0.0.1:${(silent.address() as AddressInfo).port}`,
};

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

// Each uses a bus of its own, so they wait at the same time.
describe.concurrent.each(Object.entries(brokers))('P-2.5 a broker that %s', (_, address) => {
  const open = () =>
    createKafkaBus({
      brokers: [address()],
      clientId: 'test',
      logger,
      sendWithinMs: 3_000,
      onFatal: (error) => {
        throw error;
      },
    });

  it('publish rejects eventually, ping soon', async ({ expect }) => {
    const bus = open();
    const [publishing, pinging] = await Promise.all([
      milliseconds(() => expect(bus.publish([toMessage(eventOf('k', 1))])).rejects.toThrow()),
      milliseconds(() => expect(bus.ping()).rejects.toThrow()),
    ]);
    expect(publishing).toBeLessThan(8_000);
    expect(pinging).toBeLessThan(4_000);
    await bus.close();
  });

  it('consumer and bus stop without delay', async ({ expect }) => {
    const bus = open();
    const subscription = bus.subscribe({
      group: 'g',
      topics: ['users'],
      from: 'beginning',
      onMessage: async () => {},
    });
    const publishing = expect(bus.publish([toMessage(eventOf('k', 1))])).rejects.toThrow();
    expect(subscription.hasJoined()).toBe(false);
    // Together with the relay's 3 s this stays within the 10 s of a process.
    const stopping = await milliseconds(() => subscription.stop().then(() => bus.close()));
    await publishing;
    expect(stopping).toBeLessThan(7_000);
  });

  it('creating topics rejects', async ({ expect }) => {
    const options = { brokers: [address()], clientId: 'test', logger, answerWithinMs: 1_000 };
    await expect(createTopics(options, [{ topic: 'x' }])).rejects.toThrow();
  }, 90_000);
});

it('P-2.5 an unavailable broker is logged once per kind of error, not at each attempt', async () => {
  const log = captureLog();
  const bus = createKafkaBus({
    brokers: ['127.0.0.1:9'],
    clientId: 'test',
    logger: log.logger,
    onFatal: () => {},
  });
  for (let tries = 0; tries < 3; tries += 1) await expect(bus.ping()).rejects.toThrow();
  await bus.close();
  const said = log.named('kafka.error').map(({ kafka, message }) => `${kafka} ${message}`);
  expect(said.length).toBeGreaterThan(0);
  expect(new Set(said).size).toBe(said.length);
});
