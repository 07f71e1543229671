import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { PROCESS_NAMES } from '../../infra/local/processes.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { endServer, ownServers, whileHanging } from './faults.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';

const PATIENCE = { timeoutMs: 120_000 };
const MANY = { points: 1_000_000 };
/** Requests that are under way are cut after that. */
const CUT_AFTER_MS = 7_000;
/** Longer than kafkajs waits for an answer. */
const HANG_S = 20;
const OWN_PROCESSES = PROCESS_NAMES.filter((name) => name !== 'sandbox');

type Health = { degraded: string[] };

let stack: TestStack;
let database: Pool;
let load: PurchaseLoad;

beforeAll(async () => {
  const LIMITS = JSON.stringify({ 'api-address': MANY, 'payment-intents-user': MANY });
  stack = await startTestStack({ LIMITS });
  database = createPool({
    url: stack.inside.databaseUrl,
    schema: 'public',
    name: 'tests',
    onError: () => {},
  });
  load = await startPurchases(stack);
  await load.more(6);
});

afterAll(async () => {
  await load?.stop().catch(() => {});
  await database?.end();
  await stack?.stop();
});

describe('while people go on buying', () => {
  it.each(OWN_PROCESSES)(
    'P-2.7 %s is told to stop: it ends its work, and is back',
    async (name) => {
      const process = stack.processes.find((each) => each.name === name);
      if (!process) throw new Error(`no process ${name}`);
      const before = process.ends;
      process.kill('SIGTERM');
      await waitUntil(() => process.ends > before, { ...PATIENCE, what: `the end of ${name}` });
      await process.whenReady();
      await load.more(4);
      const [stopping, stopped] = ['process.stopping', 'process.stopped'].map((msg) =>
        timeOfLast(name, msg),
      );
      expect(stopped, 'it has stopped by itself').toBeGreaterThan(0);
      expect((stopped ?? 0) - (stopping ?? 0)).toBeLessThan(CUT_AFTER_MS);
    },
  );

  describe.runIf(ownServers())('the servers below', () => {
    let ends: number;

    beforeEach(() => {
      ends = countEnds();
    });

    afterEach(() => {
      expect(countEnds(), 'nobody needed to be started again').toBe(ends);
    });

    it('P-2.5 Kafka hangs: buying goes on, outboxes grow, and drain by themselves', async () => {
      await whileHanging('kafka', async () => {
        await load.more(10);
        await waitUntil(async () => (await ageOfOldestEvent()) > HANG_S, {
          ...PATIENCE,
          what: 'events that have waited',
        });
      });
      await waitForPublished();
    });

    it('P-2.5 Kafka dies and comes back', async () => {
      endServer('kafka', 'SIGKILL');
      await load.more(10);
      await waitForPublished();
    });

    it('P-2.5 Redis hangs: buying goes on', async () => {
      await whileHanging('redis', () => load.more(6));
      await load.more(4);
    });

    it('P-2.5 Redis dies, comes back and has forgotten everything', async () => {
      endServer('redis', 'SIGKILL');
      await load.more(10);
      await waitUntil(everyoneIsReady, { ...PATIENCE, what: 'everyone to have Redis' });
    });

    it('P-2.5 Postgres is restarted: every process recovers by itself', async () => {
      endServer('postgres', 'SIGINT');
      await load.more(10);
      await waitUntil(everyoneIsReady, { ...PATIENCE, what: 'everyone to be ready' });
    });
  });

  it('P-2.5 P-2.7 afterwards nothing is lost, nothing doubled, and all is told', async () => {
    await load.stop();
    const { rows } = await database.query('SELECT count(*)::int AS count FROM payment.purchases');
    expect(rows[0].count).toBe(load.bought());
    expect(await listFaults()).toEqual([]);
    expect(await countUnpublished()).toBe(0);
  });
});

/** In milliseconds; the newest such line of the log. */
function timeOfLast(name: string, msg: string): number {
  const lines = readFileSync(join(stack.inside.logs, `${name}.log`), 'utf8').split('\n');
  const line = lines.findLast((each) => each.includes(`"msg":"${msg}"`));
  return line ? Date.parse((JSON.parse(line) as { time: string }).time) : 0;
}

async function countUnpublished(): Promise<number> {
  const counts = ['auth', 'catalog', 'payment', 'notification'].map(
    (schema) => `(SELECT count(*) FROM ${schema}.outbox WHERE published_at IS NULL)`,
  );
  const { rows } = await database.query(`SELECT (${counts.join(' + ')})::int AS count`);
  return rows[0].count;
}

/** Of those that payment has not published, in seconds. */
async function ageOfOldestEvent(): Promise<number> {
  const { rows } = await database.query(
    `SELECT coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float AS age
     FROM payment.outbox WHERE published_at IS NULL`,
  );
  return rows[0].age;
}

/** Until payment has published an event of a purchase to come, hence all those before it. */
async function waitForPublished(): Promise<void> {
  const { rows: before } = await database.query('SELECT now()');
  await waitUntil(
    async () => {
      const { rows } = await database.query(
        'SELECT 1 FROM payment.outbox WHERE occurred_at > $1 AND published_at IS NOT NULL LIMIT 1',
        [before[0].now],
      );
      return rows.length > 0;
    },
    { ...PATIENCE, what: 'outboxes to drain' },
  );
}

/** How often our processes have ended by themselves. */
function countEnds(): number {
  return stack.processes.reduce((sum, { ends }) => sum + ends, 0);
}

/** And has all that it works on without. */
async function everyoneIsReady(): Promise<boolean> {
  const answers = await Promise.all(
    Object.values(stack.inside.urls).map((url) =>
      fetch(`${url}/readyz`).then(
        async (response) =>
          response.ok && ((await response.json()) as Health).degraded.length === 0,
        () => false,
      ),
    ),
  );
  return answers.every(Boolean);
}

function listFaults(): Promise<string[]> {
  const { inside, site } = stack;
  const { sandbox, gateway } = inside.environments;
  return checkInvariants(
    {
      postgresUrl: inside.databaseUrl,
      gateway: site.url,
      sandbox: gateway['SANDBOX_URL'] ?? '',
      stripe: {
        secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
        publishableKey: site.stripePublishableKey,
        webhookSecret: '',
      },
    },
    PATIENCE.timeoutMs,
  );
}
