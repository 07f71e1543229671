import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { PROCESS_NAMES } from '../../infra/local/processes.ts';
import { startTestStack, type TestStack } from '../e2e/stack.ts';
import { endServer, hasOwnServers, whileHanging } from './faults.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';

const TIMEOUT = { timeoutMs: 120_000 };
const MANY = { points: 1_000_000 };
/** Requests in flight are aborted after this time. */
const ABORT_TIMEOUT_MS = 7_000;
/** Longer than kafkajs waits for a response. */
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

describe('during continuous purchases', () => {
  it.each(OWN_PROCESSES)('P-2.7 %s finishes its work on SIGTERM and restarts', async (name) => {
    const process = stack.processes.find((each) => each.name === name);
    if (!process) throw new Error(`no process ${name}`);
    const before = process.ends;
    process.kill('SIGTERM');
    await waitUntil(() => process.ends > before, { ...TIMEOUT, what: `the end of ${name}` });
    await process.whenReady();
    await load.more(4);
    const [stopping, stopped] = ['process.stopping', 'process.stopped'].map((msg) =>
      timeOfLast(name, msg),
    );
    expect(stopped, 'it stopped in time').toBeGreaterThan(0);
    expect((stopped ?? 0) - (stopping ?? 0)).toBeLessThan(ABORT_TIMEOUT_MS);
  });

  describe.runIf(hasOwnServers())('the infrastructure servers', () => {
    let ends: number;

    beforeEach(() => {
      ends = countEnds();
    });

    afterEach(() => {
      expect(countEnds(), 'no process was restarted').toBe(ends);
    });

    it('P-2.5 purchases continue while Kafka hangs; outboxes grow and drain afterwards', async () => {
      await whileHanging('kafka', async () => {
        await load.more(10);
        await waitUntil(async () => (await ageOfOldestEvent()) > HANG_S, {
          ...TIMEOUT,
          what: 'events that have waited',
        });
      });
      await waitForPublished();
    });

    it('P-2.5 recovers when Kafka is killed and restarts', async () => {
      endServer('kafka', 'SIGKILL');
      await load.more(10);
      await waitForPublished();
    });

    it('P-2.5 purchases continue while Redis hangs', async () => {
      await whileHanging('redis', () => load.more(6));
      await load.more(4);
    });

    it('P-2.5 recovers when Redis restarts empty', async () => {
      endServer('redis', 'SIGKILL');
      await load.more(10);
      await waitUntil(isEveryProcessReady, { ...TIMEOUT, what: 'every process to reach Redis' });
    });

    it('P-2.5 every process recovers when Postgres restarts', async () => {
      endServer('postgres', 'SIGINT');
      await load.more(10);
      await waitUntil(isEveryProcessReady, { ...TIMEOUT, what: 'every process to be ready' });
    });
  });

  it('P-2.5 P-2.7 afterwards no purchase is lost or duplicated, and all events are published', async () => {
    await load.stop();
    const { rows } = await database.query('SELECT count(*)::int AS count FROM payment.purchases');
    expect(rows[0].count).toBe(load.bought());
    expect(await listFaults()).toEqual([]);
    expect(await countUnpublished()).toBe(0);
  });
});

/** The time of the newest such log line, in milliseconds. */
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

/** The age of payment's oldest unpublished event, in seconds. */
async function ageOfOldestEvent(): Promise<number> {
  const { rows } = await database.query(
    `SELECT coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float AS age
     FROM payment.outbox WHERE published_at IS NULL`,
  );
  return rows[0].age;
}

/** Waits until payment has published an event of a new purchase, hence all earlier ones. */
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
    { ...TIMEOUT, what: 'outboxes to drain' },
  );
}

/** How often our processes have ended. */
function countEnds(): number {
  return stack.processes.reduce((sum, { ends }) => sum + ends, 0);
}

/** Whether every process is ready and none is degraded. */
async function isEveryProcessReady(): Promise<boolean> {
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
    TIMEOUT.timeoutMs,
  );
}
