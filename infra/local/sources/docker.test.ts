import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { portsFrom } from '../ports.ts';
import { silentSteps } from '../steps.ts';
import { dockerSource } from './docker.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-docker-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** If the machine has another engine, that one does not have this image either. */
const source = dockerSource({
  name: 'redis',
  image: 'cairn.invalid/no-such-image:1',
  inside: 1,
  data: '/data',
  describe: () => ({ environment: {} }),
  address: () => 'nowhere',
  isReady: async () => false,
});
const UNAVAILABLE = /^(no engine answers|there is no engine|its image cannot be pulled): /;

function ask(dockerHost: string): Promise<unknown> {
  return source.serve({
    stateDirectory: folder,
    ports: portsFrom(20_000),
    isDurable: false,
    postgresPassword: '',
    redisPassword: '',
    environment: { PATH: process.env['PATH'], HOME: folder, DOCKER_HOST: dockerHost },
    steps: silentSteps,
    signal: new AbortController().signal,
    start: async () => {
      throw new Error('a container would be started');
    },
  });
}

it('is unavailable with a reason for an engine at a closed port', async () => {
  await expect(ask('tcp://127.0.0.1:1')).rejects.toThrow(UNAVAILABLE);
});

it('is unavailable with a reason for the socket of a stopped engine', async () => {
  const socket = join(folder, 'docker.sock');
  const leave = 'net.createServer().listen(process.argv[1], () => process.kill(process.pid, 9))';
  spawnSync(process.execPath, ['-e', leave, socket]);
  expect(existsSync(socket)).toBe(true);
  await expect(ask(`unix://${socket}`)).rejects.toThrow(UNAVAILABLE);
});

it('is unavailable on a machine without an engine', async () => {
  await expect(ask('')).rejects.toThrow(UNAVAILABLE);
});
