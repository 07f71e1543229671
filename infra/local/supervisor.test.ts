import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findLiveProcesses, stopLeftovers } from './process-registry.ts';
import { type ProcessDefinition, SupervisedProcess, stopAll } from './supervisor.ts';

const FOREVER = 'setInterval(() => {}, 1000);';
const WAIT_OPTIONS = { timeout: 15_000 };

let stateDirectory: string;
let printed: string[];
let running: SupervisedProcess[];

beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'cairn-supervisor-'));
  printed = [];
  running = [];
});

afterEach(async () => {
  await stopAll(running);
  await rm(stateDirectory, { recursive: true });
});

describe('supervised process', () => {
  test('is reported and restarted after a kill, and reported as ready again', async () => {
    const process = start({ program: FOREVER });
    await process.whenReady();
    const first = process.pid;
    process.kill('SIGKILL');
    await vi.waitFor(() => expect(printed).toContain('✓ subject is ready again'), WAIT_OPTIONS);
    expect(printed[0]).toMatch(/^✗ subject ended \(by SIGKILL\); restarting in 0.5 s/);
    expect(process.pid).not.toBe(first);
    expect(process.ends).toBe(1);
  });

  test('fails with the end of its log if it never starts', async () => {
    const process = start({ program: `console.log('no database'); process.exit(3)`, ready: false });
    await expect(process.whenReady()).rejects.toThrow(/subject does not start.*no database/s);
    expect(process.ends).toBe(3);
    expect(printed[0]).toContain('exit code 3');
  });

  test('gets SIGKILL if it ignores its signal, and its record is removed', async () => {
    const process = start({ program: FOREVER, stopSignal: 'SIGWINCH', stopWithinMs: 300 });
    await process.whenReady();
    const [record] = findLiveProcesses(stateDirectory);
    expect(record).toMatchObject({ name: 'subject', pid: process.pid });
    await process.stop();
    expect(process.pid).toBeUndefined();
    expect(findLiveProcesses(stateDirectory)).toEqual([]);
    expect(printed).toEqual([]);
  });
});

test('leftover processes of a killed run are found by pid and start time, and stopped', async () => {
  const process = start({ program: FOREVER });
  await process.whenReady();
  const file = join(stateDirectory, 'run', 'subject.json');
  const record = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...record, birth: 'another' }));
  expect(findLiveProcesses(stateDirectory)).toEqual([]);
  await writeFile(file, JSON.stringify(record));
  expect(await stopLeftovers(stateDirectory)).toEqual(['subject']);
  await vi.waitFor(() => expect(process.ends).toBe(1), WAIT_OPTIONS);
});

test('processes stop in their stop order', async () => {
  const trace = join(stateDirectory, 'trace');
  const program = (name: string) =>
    `process.on('SIGTERM', () => { require('fs').appendFileSync('${trace}', '${name} '); process.exit(0); });
     require('fs').writeFileSync('${join(stateDirectory, name)}', ''); ${FOREVER}`;
  for (const [name, stopOrder] of [
    ['last', 9],
    ['first', 1],
    ['middle', 5],
  ] as const) {
    const isReady = () =>
      readFile(join(stateDirectory, name)).then(
        () => true,
        () => false,
      );
    start({ name, program: program(name), stopOrder, isReady });
  }
  await Promise.all(running.map((process) => process.whenReady()));
  await stopAll(running);
  expect(await readFile(trace, 'utf8')).toBe('first middle last ');
});

function start(
  options: Partial<ProcessDefinition> & { program: string; ready?: boolean },
): SupervisedProcess {
  const { program, ready = true, ...rest } = options;
  const subject: SupervisedProcess = new SupervisedProcess(
    {
      name: 'subject',
      command: process.execPath,
      args: ['-e', program],
      environment: {},
      directory: stateDirectory,
      stopSignal: 'SIGTERM',
      stopOrder: 1,
      isReady: async () => ready && running.some((each) => each.pid !== undefined),
      ...rest,
    },
    { stateDirectory, say: (text) => printed.push(text) },
  );
  running.push(subject);
  return subject;
}
