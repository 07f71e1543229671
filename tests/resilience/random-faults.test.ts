import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { createWallClock } from '../machine/wall-clock.ts';
import { createTally, type Figures, tableOf } from './fault-report.ts';
import { faultsOf, nameOf } from './fault-sequence.ts';
import { hasOwnServers } from './faults.ts';
import { type FaultyLinks, startFaultyLinks } from './faulty-links.ts';
import { recordFigure } from './figures.ts';
import { History } from './history.ts';
import { inject, type Targets } from './injection.ts';
import { type MixedLoad, startMixedLoad } from './mixed-load.ts';
import { type SecondInstances, startSecondInstances } from './second-instances.ts';

/** `npm run resilience -- --minutes 10 --seed 7`; `--kills 200` instead of the minutes. */
const KILLS = Number(process.env['RESILIENCE_KILLS'] ?? 0);
const MINUTES = Number(process.env['RESILIENCE_MINUTES'] ?? 1);
const SEED = Number(process.env['RESILIENCE_SEED'] ?? randomInt(1, 2 ** 31));
const EXTENT = KILLS > 0 ? `until ${KILLS} kills` : `for ${MINUTES} minutes`;
const TIMEOUT_MS = 300_000;
/** Far more than a kill takes on a busy machine. */
const KILL_MS = 60_000;
const MANY = { points: 1_000_000 };
const LIMITS = JSON.stringify({
  ...{ 'api-address': MANY, 'admin-address': MANY, 'payment-intents-user': MANY },
  ...{ 'recovery-account': MANY, 'mailings-user': MANY },
});

let folder: string;
let stack: TestStack;
let links: FaultyLinks;
let copies: SecondInstances;
let database: Pool;
let load: MixedLoad;
let targets: Targets;
const history = new History();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-faults-'));
  stack = await startTestStack({ LIMITS });
  links = await startFaultyLinks(stack.inside);
  const clock = createWallClock(folder);
  const environment = { LIMITS, ...clock?.environment };
  copies = await startSecondInstances(stack.inside, { environment, replace: links.replace });
  const url = stack.inside.databaseUrl;
  database = createPool({ url, schema: 'public', name: 'tests', onError: () => {} });
  load = await startMixedLoad(stack, [stack.site.url, copies.gateway], history);
  const progress = (without?: 'stripe') =>
    without
      ? load.sessions.more(1)
      : Promise.any(load.purchases.map((purchases) => purchases.more(1)));
  targets = { stack, copies, links, clock, progress };
}, TIMEOUT_MS);

afterAll(async () => {
  await load?.stop().catch(() => {});
  await database?.end();
  await copies?.stop();
  await links?.stop();
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

describe.runIf(hasOwnServers())(`faults of seed ${SEED} ${EXTENT}`, () => {
  it(
    'P-2.1 P-2.7 P-3.1 P-4.2 P-4.8 P-5.1 two copies of every process survive random faults',
    async () => {
      const tally = createTally();
      const end = Date.now() + MINUTES * 60_000;
      for (const fault of faultsOf(SEED)) {
        if (KILLS > 0 ? tally.kills() >= KILLS : Date.now() > end) break;
        const startedAt = Date.now();
        tally.add(fault, await inject(fault, targets));
        const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
        process.stdout.write(`${nameOf(fault)}: the load goes on after ${seconds} s\n`);
      }
      const stalled = await load.moreOfEach().then(
        () => [],
        (error) => [String(error)],
      );
      const failures = [...stalled, ...(await load.stop())];
      const eventually = { timeout: TIMEOUT_MS, interval: 1_000 };
      await expect.poll(listViolations, eventually).toEqual([]);
      // Every message is sent or given up.
      await expect.poll(countOpenDeliveries, eventually).toBe(0);
      const messages = await load.messages.check();
      const violations = [...failures, ...history.violations(), ...messages.violations];
      const { sent, requested } = messages;
      const figures = {
        ...figuresOf(load),
        'messages sent': sent,
        'messages requested': requested,
      };
      const results = { ...figures, violations: violations.length };
      const table = tableOf(`Random faults of seed ${SEED} ${EXTENT}`, tally.rows(), results);
      recordFigure(table);
      process.stdout.write(`${table}\n`);
      expect(violations).toEqual([]);
      const { rows } = await database.query('SELECT count(*)::int AS count FROM payment.purchases');
      expect(rows[0].count).toBe(figures.purchases + load.messages.members.length);
    },
    MINUTES * 60_000 + KILLS * KILL_MS + 3 * TIMEOUT_MS,
  );
});

function figuresOf({ purchases, claims, messages, sessions, resets }: MixedLoad) {
  return {
    purchases: purchases.reduce((sum, each) => sum + each.bought(), 0),
    'boxes claimed': claims.done(),
    'clues and mailings': messages.done(),
    logins: sessions.counts.logins,
    logouts: sessions.counts.logouts,
    'reset links used': resets.counts.used,
    'recorded calls': history.counts.calls,
    'unknown results': history.counts.unknown,
  } satisfies Figures;
}

async function countOpenDeliveries(): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS count FROM notification.deliveries
     WHERE state IN ('pending', 'sending')`,
  );
  return rows[0].count;
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
  ).catch((error: unknown) => [String(error)]);
}
