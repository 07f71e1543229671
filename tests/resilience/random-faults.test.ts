import { randomInt } from 'node:crypto';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import type { SupervisedProcess } from '../../infra/local/supervisor.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { type Fault, faultsOf } from './fault-sequence.ts';
import { hasOwnServers, whileHanging } from './faults.ts';
import { recordFigure } from './figures.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';
import { type SecondInstances, startSecondInstances } from './second-instances.ts';

/** `npm run resilience -- --minutes 10 --seed 7` */
const MINUTES = Number(process.env['RESILIENCE_MINUTES'] ?? 1);
const SEED = Number(process.env['RESILIENCE_SEED'] ?? randomInt(1, 2 ** 31));
const TIMEOUT_MS = 300_000;
const MANY = { points: 1_000_000 };

let stack: TestStack;
let copies: SecondInstances;
let database: Pool;
let loads: PurchaseLoad[];

beforeAll(async () => {
  const LIMITS = JSON.stringify({ 'api-address': MANY, 'payment-intents-user': MANY });
  stack = await startTestStack({ LIMITS });
  copies = await startSecondInstances(stack.inside, { environment: { LIMITS } });
  const url = stack.inside.databaseUrl;
  database = createPool({ url, schema: 'public', name: 'tests', onError: () => {} });
  loads = [];
  for (const site of [stack.site, { ...stack.site, url: copies.gateway }]) {
    loads.push(await startPurchases({ site, admin: stack.admin }, 3));
  }
});

afterAll(async () => {
  await Promise.all((loads ?? []).map((load) => load.stop().catch(() => {})));
  await database?.end();
  await copies?.stop();
  await stack?.stop();
});

describe.runIf(hasOwnServers())(`faults of seed ${SEED} for ${MINUTES} minutes`, () => {
  it(
    'P-2.1 P-2.7 purchases at two copies of every process survive random faults',
    async () => {
      const counts = new Map<string, number>();
      const end = Date.now() + MINUTES * 60_000;
      for (const fault of faultsOf(SEED)) {
        if (Date.now() > end) break;
        await inject(fault);
        const name = nameOf(fault);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      await Promise.all(loads.map((load) => load.stop()));
      const bought = loads.reduce((sum, load) => sum + load.bought(), 0);
      const table = [...counts].sort().map(([name, count]) => `${name} ${count}`);
      recordFigure(`Random faults of seed ${SEED}: ${bought} purchases; ${table.join(', ')}`);
      await waitUntil(async () => (await listViolations().catch(String)).length === 0, {
        what: 'invariants to hold',
        timeoutMs: TIMEOUT_MS,
      });
      const { rows } = await database.query('SELECT count(*)::int AS count FROM payment.purchases');
      expect(rows[0].count).toBe(bought);
    },
    MINUTES * 60_000 + 2 * TIMEOUT_MS,
  );
});

/** Each fault lasts until one more purchase has succeeded, so that a slow machine is not counted as a fault. */
async function inject(fault: Fault): Promise<void> {
  const more = () => Promise.any(loads.map((load) => load.more(1)));
  if (fault.kind === 'hang') return whileHanging(fault.server, more);
  if (fault.kind === 'provider') {
    await setFaults('PUT', { provider: fault.provider, ...fault.settings });
    await more().finally(() => setFaults('DELETE'));
    return;
  }
  const target = processOf(fault);
  if (fault.kind === 'kill') {
    target.kill('SIGKILL');
    await more();
    return;
  }
  target.kill('SIGSTOP');
  await more().finally(() => target.kill('SIGCONT'));
}

function processOf({ process, copy }: { process: string; copy: 0 | 1 }): SupervisedProcess {
  const instances = copy === 0 ? stack.processes : copies.processes;
  const found = instances.find(({ name }) => name === process);
  if (!found) throw new Error(`no process ${process}`);
  return found;
}

async function setFaults(method: 'PUT' | 'DELETE', settings?: object): Promise<void> {
  const url = `${stack.inside.environments.gateway['SANDBOX_URL']}/faults`;
  const headers = { 'content-type': 'application/json' };
  const body = settings ? JSON.stringify(settings) : null;
  const response = await fetch(url, { method, headers, body });
  if (!response.ok) throw new Error(`faults: ${response.status} ${await response.text()}`);
}

function nameOf(fault: Fault): string {
  if (fault.kind === 'hang') return `${fault.server} hangs`;
  return fault.kind === 'provider' ? `${fault.provider} fails` : `${fault.kind} ${fault.process}`;
}

function listViolations(): Promise<string[]> {
  const { sandbox, gateway } = stack.inside.environments;
  return checkInvariants(
    {
      postgresUrl: stack.inside.databaseUrl,
      gateway: stack.site.url,
      sandbox: gateway['SANDBOX_URL'] ?? '',
      stripe: {
        secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
        publishableKey: stack.site.stripePublishableKey,
        webhookSecret: '',
      },
    },
    5_000,
  );
}
