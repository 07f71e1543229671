import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { SCHEMAS, testOwner } from '@cairn/testing/owners.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  baseEnvironment,
  findExecutable,
  isVersionAtLeast,
} from '../../infra/local/executables.ts';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { ROOT } from '../../infra/local/paths.ts';
import { answersQuery } from '../../infra/local/sources/own-server.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { createNode, type EngineNode, SERVER } from '../support/engines/engine-node.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';
import { type SecondInstances, startSecondInstances } from './second-instances.ts';

const PROGRAM = findExecutable('pgbouncer', process.env);
/** The first version that keeps prepared statements in transaction mode. */
const OLDEST = [1, 21] as const;
const isNewEnough = PROGRAM !== null && isVersionAtLeast(PROGRAM, OLDEST);
const LONG = 600_000;
const TIMEOUT_MS = 120_000;
const MANY = { points: 1_000_000 };

let directory: string;
let stack: TestStack;
let pooler: EngineNode;
let copies: SecondInstances;
let database: Pool;
let load: PurchaseLoad;

/** Skipped without a PgBouncer that is new enough: Debian 12 has 1.18. */
describe.runIf(isNewEnough)('P-2.3 services behind PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'cairn-pooler-'));
    const LIMITS = JSON.stringify({ 'api-address': MANY, 'payment-intents-user': MANY });
    stack = await startTestStack({ LIMITS });
    const url = stack.inside.databaseUrl;
    database = createPool({ url, schema: 'public', name: 'tests', onError: () => {} });
    const port = await findFreePort();
    pooler = startPooler(port, new URL(url));
    await pooler.start();
    const environments = behindPooler(stack.inside.environments, port);
    copies = await startSecondInstances(
      { ...stack.inside, environments },
      { environment: { LIMITS } },
    );
    load = await startPurchases({ ...stack, site: { ...stack.site, url: copies.gateway } }, 3);
  }, LONG);

  afterAll(async () => {
    await load?.stop().catch(() => {});
    await copies?.stop();
    await database?.end();
    await pooler?.kill();
    await stack?.stop();
    if (directory) rmSync(directory, { recursive: true, force: true });
  }, LONG);

  it(
    'records purchases; prepared statements and schemas belong to the right client',
    async () => {
      await load.more(20);
      await load.stop();
      const { rows } = await database.query('SELECT count(*)::int AS count FROM payment.purchases');
      expect(rows[0].count).toBe(load.bought());
      const { sandbox, gateway } = stack.inside.environments;
      const inputs = {
        postgresUrl: stack.inside.databaseUrl,
        gateway: copies.gateway,
        sandbox: gateway['SANDBOX_URL'] ?? '',
        stripe: {
          secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
          publishableKey: stack.site.stripePublishableKey,
          webhookSecret: '',
        },
      };
      expect(await checkInvariants(inputs, TIMEOUT_MS)).toEqual([]);
      expect(load.failures()).toEqual({ failed: 0, unknown: 0 });
    },
    LONG,
  );
});

/** The settings of infra/k8s/pooler, with this machine's server and files. */
function startPooler(port: number, server: URL): EngineNode {
  const users = SCHEMAS.map(testOwner).map(({ role, password }) => `"${role}" "${password}"\n`);
  const name = server.pathname.slice(1);
  const settings = readFileSync(join(ROOT, 'infra/k8s/pooler/pgbouncer.ini'), 'utf8')
    .replace(
      'cairn = host=postgres port=5432 dbname=cairn',
      `${name} = host=127.0.0.1 port=${server.port} dbname=${name}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('userlist.txt', join(directory, 'userlist.txt'))
    // The connections stay on this machine.
    .replace(/^(client|server)_tls_.*\n/gm, '');
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(file, settings);
  writeFileSync(join(directory, 'userlist.txt'), users.join(''));
  chmodSync(directory, 0o755);
  const { role, password } = testOwner('auth');
  return createNode(
    {
      ...SERVER,
      name: 'pgbouncer',
      command: PROGRAM ?? '',
      // It refuses to run as root.
      args: [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file],
      environment: baseEnvironment(process.env),
      directory,
      isReady: () => answersQuery(`postgres://${role}:${password}@127.0.0.1:${port}/${name}`),
    },
    directory,
  );
}

/** The services connect by the pooler, their relays directly. */
function behindPooler<Environments extends Record<string, Record<string, string>>>(
  environments: Environments,
  port: number,
): Environments {
  const { host } = new URL(getInfrastructure().postgresUrl);
  const changed = Object.entries(environments).map(([name, environment]) => {
    const url = environment['DATABASE_URL'];
    if (!url) return [name, environment];
    return [
      name,
      {
        ...environment,
        DATABASE_URL: url.replace(host, `127.0.0.1:${port}`),
        DATABASE_DIRECT_URL: `postgres://${host}`,
      },
    ];
  });
  return Object.fromEntries(changed) as Environments;
}
