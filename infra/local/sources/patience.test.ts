import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFreePortBase, portsFrom } from '../ports.ts';
import { findLiveProcesses } from '../process-registry.ts';
import { silentSteps } from '../steps.ts';
import type { SupervisedProcess } from '../supervisor.ts';
import { NoAdvance, whileItAdvances } from './advance.ts';
import { whyNotKafka, whyNotPostgres, whyNotRedis } from './own-server.ts';
import { createStarter } from './start-server.ts';

const sockets = new Set<Socket>();
/** Takes connections, and never answers. */
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => {}));
});
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-patience-'));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  rmSync(folder, { recursive: true });
});

function silentAddress(): string {
  const address = silent.address();
  return typeof address === 'object' ? `127.0.0.1:${address?.port}` : '';
}

describe("a person's own server", () => {
  const asking = { signal: new AbortController().signal, patienceMs: 0 };
  const refusing = '127.0.0.1:1';

  it.each([
    ['Postgres', (host: string) => whyNotPostgres(`postgres://u:p@${host}/postgres`, asking)],
    ['Redis', (host: string) => whyNotRedis(`redis://${host}`, asking)],
    ['Kafka', (host: string) => whyNotKafka(host, asking)],
  ])('is passed over where it refuses, or takes the call and is silent: %s', async (_, ask) => {
    expect(await ask(refusing)).toContain('does not answer');
    expect(await ask(silentAddress())).toContain('does not answer');
  });

  it('is taken where it answers', async () => {
    const { TEST_POSTGRES_URL, TEST_REDIS_URL, TEST_KAFKA_BROKERS } = process.env;
    const patient = { ...asking, patienceMs: 15_000 };
    expect(await whyNotPostgres(`${TEST_POSTGRES_URL}`, patient)).toBeNull();
    const unmade = new URL(`${TEST_POSTGRES_URL}`);
    unmade.pathname = '/not_made_yet';
    expect(await whyNotPostgres(unmade.href, patient)).toBeNull();
    expect(await whyNotRedis(`${TEST_REDIS_URL}`, patient)).toBeNull();
    expect(await whyNotKafka(`${TEST_KAFKA_BROKERS}`, patient)).toBeNull();
  });
});

describe('a download', () => {
  const never = new AbortController().signal;
  afterEach(() => vi.useRealTimers());

  it('is given up where nothing comes, even if it does not end', async () => {
    let wasAborted = false;
    const work = whileItAdvances(
      'the mirror',
      never,
      (alive) => {
        alive.addEventListener('abort', () => {
          wasAborted = true;
        });
        return new Promise(() => {});
      },
      50,
    );
    await expect(work).rejects.toThrow(new NoAdvance('the mirror: nothing came within 0.05 s'));
    expect(wasAborted).toBe(true);
  });

  it('may take many times as long while something comes', async () => {
    vi.useFakeTimers();
    const work = whileItAdvances(
      'the mirror',
      never,
      async (alive, advance) => {
        for (let piece = 0; piece < 5; piece++) {
          await new Promise((resolve) => setTimeout(resolve, 1_400));
          advance();
        }
        return alive.aborted;
      },
      1500,
    );
    await vi.advanceTimersByTimeAsync(5 * 1_400);
    expect(await work).toBe(false);
  });
});

describe('a server that is started here', () => {
  async function startWith(args: string[], hangsAfterMs: number) {
    const processes: SupervisedProcess[] = [];
    const start = createStarter({
      stateDirectory: folder,
      ports: portsFrom(await findFreePortBase()),
      steps: silentSteps,
      signal: new AbortController().signal,
      processes,
      hangsAfterMs,
    });
    const fault = await start({
      name: 'redis',
      command: process.execPath,
      args,
      environment: {},
      directory: folder,
      stopSignal: 'SIGKILL',
      stopOrder: 1,
      isReady: async () => false,
    }).catch((error: Error) => error.message);
    return { fault, processes };
  }

  it('is stopped and passed over where it does nothing', async () => {
    const sleeper = ['-e', 'setInterval(() => {}, 1000)'];
    const { fault, processes } = await startWith(sleeper, 3000);
    expect(fault).toBe('redis hangs: nothing within 3 s');
    expect(processes).toEqual([]);
    expect(findLiveProcesses(folder)).toEqual([]);
  }, 60_000);

  it('is passed over where it ends', async () => {
    const { fault, processes } = await startWith(['-e', 'process.exit(1)'], 30_000);
    expect(fault).toContain('redis does not start');
    expect(processes).toEqual([]);
  }, 60_000);
});
