import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from './command.ts';
import { logFileOf } from './paths.ts';
import { birthOf } from './process-birth.mjs';
import { claimName, findLiveProcesses, recordProcess, stopLeftovers } from './process-registry.ts';

const FOREVER = 'setInterval(() => {}, 1000);';
const STOPPING = { stopSignal: 'SIGTERM', stopWithinMs: 3000, stopOrder: 1 } as const;
const WAIT_OPTIONS = { timeout: 15_000 };

let stateDirectory: string;
let children: ChildProcess[];

beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'cairn-registry-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(stateDirectory, { recursive: true });
});

test('the first process claims a name; a killed process frees it', async () => {
  const other = startForever();
  recordProcess(stateDirectory, { name: 'starter', pid: other.pid ?? 0, ...STOPPING });
  const own = { name: 'starter', pid: process.pid, ...STOPPING };
  expect(claimName(stateDirectory, own)).toBe(false);
  await kill(other);
  expect(claimName(stateDirectory, own)).toBe(true);
  expect(findLiveProcesses(stateDirectory)).toMatchObject([{ name: 'starter', pid: process.pid }]);
  expect(await stopLeftovers(stateDirectory)).toEqual([]);
  expect(findLiveProcesses(stateDirectory)).toHaveLength(1);
});

test('exactly one of several concurrent processes claims a name', async () => {
  const dead = startForever();
  const rounds = Array.from({ length: 60 }, (_, round) => `starter-${round}`);
  for (const name of rounds) {
    recordProcess(stateDirectory, { name, pid: dead.pid ?? 0, ...STOPPING });
  }
  await kill(dead);
  const module = new URL('./process-registry.ts', import.meta.url).href;
  const program = `const { claimName } = await import('${module}');
    process.on('message', ({ at, rounds }) => {
      const won = rounds.filter((name, round) => {
        while (Date.now() < at + 10 * round);
        return claimName('${stateDirectory}', { name, pid: process.pid, ...${JSON.stringify(STOPPING)} });
      });
      process.send(won);
    });
    process.send('ready');`;
  const claimants = Array.from({ length: 4 }, () => {
    const args = ['--input-type=module', '-e', program];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    children.push(child);
    return child;
  });
  await Promise.all(claimants.map((child) => once(child, 'message')));
  const results = claimants.map(async (child) => (await once(child, 'message'))[0] as string[]);
  for (const child of claimants) child.send({ at: Date.now() + 50, rounds });
  expect((await Promise.all(results)).flat().sort()).toEqual([...rounds].sort());
});

test('a command is stopped as a leftover only after its owner has ended', async () => {
  const [owner, command] = [startForever(), startForever()];
  recordProcess(stateDirectory, {
    name: 'web-build-1',
    pid: command.pid ?? 0,
    owner: { pid: owner.pid ?? 0, birth: `${birthOf(owner.pid ?? 0)}` },
    ...STOPPING,
  });
  expect(await stopLeftovers(stateDirectory)).toEqual([]);
  expect(command.exitCode ?? command.signalCode).toBeNull();
  await kill(owner);
  expect(await stopLeftovers(stateDirectory)).toEqual(['web-build-1']);
  await vi.waitFor(() => expect(command.signalCode).toBe('SIGTERM'), WAIT_OPTIONS);
});

test('a command is recorded while it runs', async () => {
  const go = join(stateDirectory, 'go');
  const program = `const { existsSync } = require('fs');
    setInterval(() => existsSync('${go}') && process.exit(0), 20);`;
  const done = runCommand(process.execPath, ['-e', program], {
    directory: stateDirectory,
    environment: {},
    logFile: logFileOf(stateDirectory, 'waiting'),
    signal: new AbortController().signal,
  });
  const [record] = findLiveProcesses(stateDirectory);
  expect(record).toMatchObject({ name: `waiting-${record?.pid}`, owner: { pid: process.pid } });
  await writeFile(go, '');
  await done;
  expect(readdirSync(join(stateDirectory, 'run'))).toEqual([]);
});

test('an aborted command ends with its child processes', async () => {
  const pidFile = join(stateDirectory, 'grandchild');
  const program = `const child = require('child_process').spawn(process.execPath, ['-e', '${FOREVER}']);
    require('fs').writeFileSync('${pidFile}', String(child.pid)); ${FOREVER}`;
  const stop = new AbortController();
  const done = runCommand(process.execPath, ['-e', program], {
    directory: stateDirectory,
    environment: {},
    logFile: logFileOf(stateDirectory, 'parent'),
    signal: stop.signal,
  });
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), WAIT_OPTIONS);
  const grandchild = Number(await readFile(pidFile, 'utf8'));
  stop.abort(new Error('enough'));
  await expect(done).rejects.toThrow('enough');
  await vi.waitFor(() => expect(birthOf(grandchild)).toBeNull(), WAIT_OPTIONS);
});

test.runIf(process.platform === 'linux')(
  'an unrecorded process of a killed starter is found and stopped',
  async () => {
    const module = new URL('./started-processes.ts', import.meta.url).href;
    const program = `const { startedMark } = await import('${module}');
      const child = require('child_process').spawn(process.execPath, ['-e', '${FOREVER}'],
        { detached: true, stdio: 'ignore', env: startedMark('${stateDirectory}') });
      console.log(child.pid); ${FOREVER}`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', esm(program)]);
    children.push(starter);
    const [text] = await once(starter.stdout ?? starter, 'data');
    const orphan = Number(String(text));
    expect(await stopLeftovers(stateDirectory)).toEqual([]);
    expect(birthOf(orphan)).not.toBeNull();
    await kill(starter);
    expect(await stopLeftovers(stateDirectory)).toEqual([
      expect.stringContaining(`(pid ${orphan})`),
    ]);
    await vi.waitFor(() => expect(birthOf(orphan)).toBeNull(), WAIT_OPTIONS);
  },
);

function esm(program: string): string {
  return `import { createRequire } from 'node:module'; const require = createRequire('/'); ${program}`;
}

function startForever(): ChildProcess {
  const child = spawn(process.execPath, ['-e', FOREVER], { stdio: 'ignore' });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
