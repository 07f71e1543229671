import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@cairn/contracts/services.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { ROOT } from '../../infra/local/paths.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { recordFigure } from './figures.ts';
import { checkOutPreviousRelease, type PreviousRelease } from './previous-release.ts';
import { startPurchases } from './purchase-load.ts';
import { type SecondInstances, startSecondInstances } from './second-instances.ts';

const LONG = 900_000;
const TIMEOUT_MS = 180_000;
const MANY = { points: 1_000_000 };

let stack: TestStack;
let previous: PreviousRelease;
let old: SecondInstances;
let database: Pool;

beforeAll(async () => {
  const LIMITS = JSON.stringify({ 'api-address': MANY, 'payment-intents-user': MANY });
  stack = await startTestStack({ LIMITS });
  const url = stack.inside.databaseUrl;
  database = createPool({ url, schema: 'public', name: 'test', onError: () => {} });
  previous = checkOutPreviousRelease();
  old = await startOld();
}, LONG);

afterAll(async () => {
  await old?.stop();
  await previous?.remove();
  await database?.end();
  await stack?.stop();
}, LONG);

function startOld(): Promise<SecondInstances> {
  const { LIMITS = '' } = stack.inside.environments.payment;
  return startSecondInstances(stack.inside, {
    root: previous.root,
    // The web app is built in this checkout only.
    environment: { LIMITS, WEB_DIST: join(ROOT, 'web', 'dist') },
  });
}

const loadAt = (url: string) =>
  startPurchases({ site: { ...stack.site, url }, admin: stack.admin }, 3);

/** The lines of a gateway's log about responses with 5xx other than 502. */
function listErrors(logFile: string): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => /"res":\{"status":5(?!02)\d\d/.test(line));
}

async function countUnread(): Promise<number> {
  const counts = SERVICE_NAMES.flatMap((schema) => [
    `(SELECT count(*) FROM ${schema}.parked_events)`,
    `(SELECT count(*) FROM ${schema}.dead_letters)`,
  ]);
  const { rows } = await database.query(`SELECT (${counts.join(' + ')})::int AS count`);
  return rows[0].count;
}

function listViolations(gateway: string): Promise<string[]> {
  const { sandbox, gateway: variables } = stack.inside.environments;
  return checkInvariants(
    {
      postgresUrl: stack.inside.databaseUrl,
      gateway,
      sandbox: variables['SANDBOX_URL'] ?? '',
      stripe: {
        secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
        publishableKey: stack.site.stripePublishableKey,
        webhookSecret: '',
      },
    },
    TIMEOUT_MS,
  );
}

describe('P-8.2 two releases side by side', () => {
  it(
    'P-8.2 an update and its rollback during purchases lose no event',
    async () => {
      recordFigure(`Two releases side by side: the previous one is ${previous.ref}`);
      // Each release consumes and publishes about half of all events.
      const loads = [await loadAt(stack.site.url), await loadAt(old.gateway)];
      await Promise.all(loads.map((load) => load.more(3)));
      await loads[1]?.stop();
      await old.stop();
      await loads[0]?.more(2);
      old = await startOld();
      const back = await loadAt(old.gateway);
      await loads[0]?.stop();
      for (const each of stack.processes) if (each.name !== 'sandbox') await each.stop();
      await back.more(2);
      await back.stop();
      expect(await listViolations(old.gateway)).toEqual([]);
      expect(await countUnread()).toBe(0);
      const logs = [join(stack.inside.logs, 'gateway.log'), old.gatewayLog];
      expect(logs.flatMap(listErrors)).toEqual([]);
    },
    LONG,
  );
});
