import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFreePortBase, portsFrom } from '../ports.ts';
import { findLiveProcesses } from '../process-registry.ts';
import {
  kafkaUnavailableReason,
  postgresUnavailableReason,
  redisUnavailableReason,
} from '../sources/own-server.ts';
import { abortOnStall, StallError } from '../sources/stall.ts';
import { createStarter } from '../sources/start-server.ts';
import { silentSteps } from '../steps.ts';
import type { SupervisedProcess } from '../supervisor.ts';

const sockets = new Set<Socket>();
/** Accepts connections and never responds. */
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => {}));
});
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-sources-'));
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

// Each waits for its own connections, so they wait at the same time.
describe.concurrent('a server from the environment', () => {
  const options = { signal: new AbortController().signal, timeoutMs: 0 };
  const refusing = '127.0.0.1:1';

  it.each([
    [
      'Postgres',
      (host: string) => postgresUnavailableReason(`postgres://u:p@${host}/postgres`, options),
    ],
    ['Redis', (host: string) => redisUnavailableReason(`redis://${host}`, options)],
    ['Kafka', (host: string) => kafkaUnavailableReason(host, options)],
  ])('is skipped if it refuses connections or never responds: %s', async (_, ask) => {
    expect(await ask(refusing)).toContain('does not answer');
    expect(await ask(silentAddress())).toContain('does not answer');
  });

  it('is used if it responds', async () => {
    const { TEST_POSTGRES_URL, TEST_REDIS_URL, TEST_KAFKA_BROKERS } = process.env;
    const patient = { ...options, timeoutMs: 15_000 };
    expect(await postgresUnavailableReason(`${TEST_POSTGRES_URL}`, patient)).toBeNull();
    const unmade = new URL(`${TEST_POSTGRES_URL}`);
    unmade.pathname = '/not_made_yet';
    expect(await postgresUnavailableReason(unmade.href, patient)).toBeNull();
    expect(await redisUnavailableReason(`${TEST_REDIS_URL}`, patient)).toBeNull();
    expect(await kafkaUnavailableReason(`${TEST_KAFKA_BROKERS}`, patient)).toBeNull();
  });
});

describe('a download', () => {
  const never = new AbortController().signal;
  afterEach(() => vi.useRealTimers());

  it('fails when no data arrives, even if the work does not end', async () => {
    let wasAborted = false;
    const work = abortOnStall(
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
    await expect(work).rejects.toThrow(new StallError('the mirror: no data within 0.05 s'));
    expect(wasAborted).toBe(true);
  });

  it('may exceed the stall timeout while data arrives', async () => {
    vi.useFakeTimers();
    const work = abortOnStall(
      'the mirror',
      never,
      async (alive, onProgress) => {
        for (let piece = 0; piece < 5; piece++) {
          await new Promise((resolve) => setTimeout(resolve, 1_400));
          onProgress();
        }
        return alive.aborted;
      },
      1500,
    );
    await vi.advanceTimersByTimeAsync(5 * 1_400);
    expect(await work).toBe(false);
  });
});

describe('a started server', () => {
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

  it('is stopped and skipped if it hangs', async () => {
    const sleeper = ['-e', 'setInterval(() => {}, 1000)'];
    const { fault, processes } = await startWith(sleeper, 3000);
    expect(fault).toBe('redis hangs: no progress within 3 s');
    expect(processes).toEqual([]);
    expect(findLiveProcesses(folder)).toEqual([]);
  });

  it('is skipped if it exits', async () => {
    const { fault, processes } = await startWith(['-e', 'process.exit(1)'], 30_000);
    expect(fault).toContain('redis does not start');
    expect(processes).toEqual([]);
  });
});
