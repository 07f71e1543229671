import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findOrInstall } from '../debian.ts';
import { baseEnvironment, findExecutable } from '../executables.ts';
import { REDIS_OPERATOR, redisPasswordOf, redisUsers } from '../redis-accounts.ts';
import { dockerSource, IMAGES } from './docker.ts';
import { answersPing, redisUnavailableReason } from './own-server.ts';
import {
  environmentSource,
  INFRASTRUCTURE_STOP_ORDER,
  type Outcome,
  type Server,
  type Source,
  type SourceContext,
} from './source.ts';

/** Before version 7 there is one account for all, since its ACL cannot allow to read a key only. */
const ACCOUNTS_SINCE = 7;

type Login = Pick<SourceContext, 'ports' | 'redisPassword'> & { user?: string };

const localRedis: Source = {
  name: 'redis-server on this machine',
  serve: serveLocally,
  holdsData: (stateDirectory) => existsSync(join(stateDirectory, 'redis', 'appendonlydir')),
};

const redisInDocker = dockerSource({
  name: 'redis',
  image: IMAGES.redis,
  inside: 6379,
  data: '/data',
  describe: ({ isDurable, redisPassword }) => ({
    environment: {},
    // The port is bound to this machine only.
    command: [
      'redis-server',
      ...argumentsOf({
        ...commonSettings(isDurable),
        'protected-mode': 'no',
      }),
      ...accountsOf(redisPassword).flatMap((line) => `--${line}`.split(' ')),
    ],
  }),
  address: urlOf,
  isReady: (context, host) => answersPing(urlOf(context, host)),
});

export const REDIS: Server = {
  name: 'Redis',
  sources: [environmentSource('REDIS_URL', redisUnavailableReason), localRedis, redisInDocker],
  fix: {
    debian: ['redis-server'],
    macos: ['redis'],
    image: IMAGES.redis,
    variable: 'REDIS_URL=redis://…',
  },
};

async function serveLocally(context: SourceContext): Promise<Outcome> {
  const find = () => findExecutable('redis-server', context.environment);
  const missing = 'redis-server is not on the PATH';
  const program = await findOrInstall({ find, missing, packages: ['redis-server'] }, context);
  if (typeof program !== 'string') return program;
  const { stateDirectory, ports, environment, isDurable, redisPassword } = context;
  const directory = join(stateDirectory, 'redis');
  await mkdir(directory, { recursive: true });
  // In a file, since arguments of a process are visible to every user of the machine.
  const accountsFile = join(directory, 'accounts.conf');
  const hasAccounts = (await majorVersionOf(program)) >= ACCOUNTS_SINCE;
  const accounts = hasAccounts ? accountsOf(redisPassword) : [`requirepass ${redisPassword}`];
  await writeFile(accountsFile, `${accounts.join('\n')}\n`, { mode: 0o600 });
  const user = hasAccounts ? REDIS_OPERATOR : 'default';
  const address = urlOf({ ports, redisPassword, user });
  const settings = {
    port: String(ports.redis),
    bind: '127.0.0.1',
    dir: directory,
    ...commonSettings(isDurable),
  };
  await context.start({
    name: 'redis',
    command: program,
    args: [accountsFile, ...argumentsOf(settings)],
    environment: baseEnvironment(environment),
    directory,
    stopSignal: 'SIGTERM',
    stopOrder: INFRASTRUCTURE_STOP_ORDER,
    isReady: () => answersPing(address),
  });
  return { address };
}

function commonSettings(isDurable: boolean): Record<string, string> {
  return {
    save: '',
    appendonly: isDurable ? 'yes' : 'no',
    // BullMQ loses jobs if Redis evicts keys.
    'maxmemory-policy': 'noeviction',
  };
}

function argumentsOf(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value]);
}

async function majorVersionOf(program: string): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
  return Number(/v=(\d+)/.exec(stdout)?.[1] ?? 0);
}

function accountsOf(redisPassword: string): string[] {
  return redisUsers(redisPassword, (account) => redisPasswordOf(account, redisPassword));
}

function urlOf({ ports, redisPassword, user = REDIS_OPERATOR }: Login, host = '127.0.0.1'): string {
  return `redis://${user}:${redisPassword}@${host}:${ports.redis}`;
}
