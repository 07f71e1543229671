import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKafkaBus, createTopics } from '../kafka.ts';
import { toMessage } from '../message.ts';
import { eventOf, happened } from './setup.ts';

const logger = createLogger('test', 'silent');
const hasKcat = spawnSync('kcat', ['-V'], { stdio: 'ignore' }).status === 0;
const MOCK = ['-C', '-t', 'cairn.mock', '-X', 'test.mock.num.brokers=1', '-b', 'ignored'];

let kcat: ChildProcess | undefined;
let broker = '';

// What `npm start` falls back to where there is no Kafka; never what the other tests talk to.
describe.skipIf(!hasKcat)("librdkafka's mock", () => {
  beforeAll(async () => {
    const mock = spawn('kcat', [...MOCK, '-d', 'mock'], { stdio: ['ignore', 'ignore', 'pipe'] });
    kcat = mock;
    createInterface({ input: mock.stderr }).on('line', (line) => {
      broker ||= /bootstrap\.servers=([\d.]+:\d+)/.exec(line)?.[1] ?? '';
    });
    await waitUntil(() => broker !== '', { timeoutMs: 30_000, what: 'the address of the mock' });
  });
  afterAll(() => {
    kcat?.kill('SIGKILL');
  });

  it('has topics by use, and carries events in the order of their key', async () => {
    const options = { brokers: [broker], clientId: 'test', logger };
    const events = [1, 2, 3].map((version) => eventOf('k', version));
    const { topic } = happened;
    await createTopics(options, [{ topic }]);
    await createTopics(options, [{ topic }]);
    const faults: Error[] = [];
    const bus = createKafkaBus({ ...options, onFatal: (error) => faults.push(error) });
    const got: (string | undefined)[] = [];
    const subscription = bus.subscribe({
      group: 'g',
      topics: [topic],
      from: 'beginning',
      onMessage: async ({ headers }) => {
        got.push(headers['ce_id']);
      },
    });
    for (const event of events) await bus.publish([toMessage(event)]);
    await waitUntil(() => got.length >= events.length, { timeoutMs: 60_000, what: 'all events' });
    await subscription.stop();
    await bus.close();
    expect(got).toEqual(events.map(({ id }) => id));
    expect(faults).toEqual([]);
  }, 120_000);
});
