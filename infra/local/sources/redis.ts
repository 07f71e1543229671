import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { installPackages, whyNotInstall } from '../debian.ts';
import { baseEnvironment, findExecutable } from '../executables.ts';
import {
  environmentSource,
  INFRASTRUCTURE_STOP_ORDER,
  type Outcome,
  type Source,
  type SourceContext,
} from './source.ts';

const PING_TIMEOUT_MS = 1000;

const localRedis: Source = { name: 'redis-server on this machine', serve: serveLocally };

export const REDIS_SOURCES: readonly Source[] = [environmentSource('REDIS_URL'), localRedis];

async function serveLocally(context: SourceContext): Promise<Outcome> {
  const program = await findOrInstall(context);
  if (typeof program !== 'string') return program;
  const { stateDirectory, ports, environment, isDurable } = context;
  const directory = join(stateDirectory, 'redis');
  await mkdir(directory, { recursive: true });
  const port = String(ports.redis);
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: isDurable ? 'yes' : 'no',
    // BullMQ loses jobs where Redis may drop keys.
    'maxmemory-policy': 'noeviction',
  };
  await context.start({
    name: 'redis',
    command: program,
    args: Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value]),
    environment: baseEnvironment(environment),
    directory,
    stopSignal: 'SIGTERM',
    stopOrder: INFRASTRUCTURE_STOP_ORDER,
    isReady: () => answersPing(ports.redis),
  });
  return { address: `redis://127.0.0.1:${port}` };
}

async function findOrInstall(context: SourceContext): Promise<string | { unavailable: string }> {
  const { environment } = context;
  const found = findExecutable('redis-server', environment);
  if (found) return found;
  const obstacle = whyNotInstall(environment);
  if (obstacle) {
    return {
      unavailable: `redis-server is not on the PATH, and ${obstacle} (apt-get install redis-server)`,
    };
  }
  await installPackages(['redis-server'], context);
  const installed = findExecutable('redis-server', environment);
  return installed ?? { unavailable: 'the package redis-server brought no redis-server' };
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PING_TIMEOUT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => socket.write('PING\r\n'));
    // While it still loads its data it answers -LOADING.
    socket.on('data', (data) => end(data.toString().startsWith('+PONG')));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}
