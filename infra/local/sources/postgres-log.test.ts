import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { logFileOf, ROOT } from '../paths.ts';
import { findFreePortBase, portsFrom } from '../ports.ts';
import { silentSteps } from '../steps.ts';
import { type SupervisedProcess, stopAll } from '../supervisor.ts';
import { POSTGRES } from './postgres.ts';
import { findServer } from './source.ts';
import { createStarter } from './start-server.ts';

const SECRET = 'the-mail-of-a-player';
const STARTED = 'database system is ready to accept connections';
const processes: SupervisedProcess[] = [];
let stateDirectory: string;
let client: Client;

beforeAll(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'cairn-postgres-log-'));
  const ports = portsFrom(await findFreePortBase());
  const { signal } = new AbortController();
  const shared = { stateDirectory, ports, signal, steps: silentSteps };
  const { address } = await findServer(POSTGRES, {
    ...shared,
    isDurable: false,
    postgresPassword: 'x',
    redisPassword: '',
    environment: { ...process.env, POSTGRES_URL: '' },
    start: createStarter({ ...shared, processes }),
  });
  client = new Client({ connectionString: address });
  await client.connect();
  await client.query('CREATE TABLE players (email text PRIMARY KEY, age int CHECK (age > 0))');
}, 120_000);
afterAll(async () => {
  await client?.end();
  await stopAll(processes);
  await rm(stateDirectory, { recursive: true, force: true });
});

it('the log of Postgres contains no statements and no row values', async () => {
  const failing: [string, string[]?][] = [
    // DETAIL quotes the row.
    ['INSERT INTO players VALUES ($1, -1)', [SECRET]],
    // Like the SQL tool: a statement with literal values.
    [`SELECT * FROM nowhere WHERE email = '${SECRET}'`],
    // The message quotes the value.
    ['SELECT $1::text::uuid', [SECRET]],
    [`DO $$ BEGIN RAISE WARNING 'about ${SECRET}'; END $$`],
  ];
  for (const [statement, values] of failing) await client.query(statement, values).catch(() => {});
  await client.query('INSERT INTO players VALUES ($1, 1)', [SECRET]);
  const [log, compose] = await Promise.all([
    readFile(logFileOf(stateDirectory, 'postgres'), 'utf8'),
    readFile(join(ROOT, 'docker-compose.yml'), 'utf8'),
  ]);
  // Proves that this is the server's log.
  expect(log).toContain(STARTED);
  expect(log).not.toContain(SECRET);
  expect(log).not.toContain('nowhere');
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name LIKE 'log%' AND source = 'command line'",
  );
  expect(rows.length).toBeGreaterThan(5);
  const inCompose = rows.filter(({ name, setting }) => compose.includes(`-c${name}=${setting}`));
  expect(inCompose).toEqual(rows);
});
