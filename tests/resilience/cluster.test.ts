import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectTo } from '@cairn/events/kafka/client.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import type { EngineNode } from '../support/engines/engine-node.ts';
import { query, waitForStandbys } from '../support/engines/postgres-nodes.ts';
import type { RedisNode } from '../support/engines/redis-nodes.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, type Player } from '../support/player.ts';
import { type ClusteredCairn, startClusteredCairn } from './cluster.ts';
import { recordFigure } from './figures.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';
import { listRepeatedReceipts } from './receipts.ts';

const LONG = 900_000;
const TIMEOUT_MS = 180_000;
const HEADER = 'engine | killed | seconds to the next purchase | refused | unknown | violations';

let cairn: ClusteredCairn;
let load: PurchaseLoad | undefined;
let bought = 0;
const table: string[] = [];

beforeAll(async () => {
  cairn = await startClusteredCairn();
}, LONG);

// A failed test leaves its load running.
afterEach(() => load?.stop().catch(() => {}), LONG);

afterAll(async () => {
  const rows = [HEADER, ...table].map((row) => `| ${row} |\n`).join('');
  process.stdout.write(`\n${rows}`);
  await cairn?.stop();
}, LONG);

describe('P-2.5 P-2.7 kill -9 of one server of a cluster during purchases', () => {
  it(
    'P-2.5 purchases continue while one of three Kafka brokers is down',
    async () => {
      const broker = cairn.kafka.nodes[0] as EngineNode;
      await drill('Kafka', 'one of three brokers', {
        kill: () => broker.kill(),
        async restore() {
          await broker.start();
          await waitUntil(isEveryReplicaInSync, { what: 'the replicas', timeoutMs: TIMEOUT_MS });
        },
      });
    },
    LONG,
  );

  it(
    'P-2.5 the sentinels promote the replica of Redis, and ended tokens stay ended',
    async () => {
      const player = await createPlayer(cairn.site, '127.0.63.1');
      await player.client.post('/api/auth/logout', {}, player);
      const master = (await cairn.redis.master()) as RedisNode;
      await drill('Redis', 'master', {
        kill: () => master.kill(),
        async restore() {
          expect(await statusOf(player)).toBe(401);
          await waitUntil(() => cairn.redis.master(), {
            what: 'the new master',
            timeoutMs: TIMEOUT_MS,
          });
          await master.start();
          await waitUntil(async () => (await cairn.redis.replicas()).length === 1, {
            what: 'the old master as a replica',
            timeoutMs: TIMEOUT_MS,
          });
        },
      });
      expect(await statusOf(player)).toBe(401);
    },
    LONG,
  );

  it(
    'P-2.5 the SQL tool reads the standby, and the primary while the standby is down',
    async () => {
      const standby = cairn.postgres.standbys()[0] as EngineNode;
      await waitUntil(async () => (await isSqlToolUsable()) && readerConnected(standby), {
        what: 'the SQL tool to read the standby',
        timeoutMs: TIMEOUT_MS,
      });
      await drill('Postgres', 'standby', {
        kill: () => standby.kill(),
        async restore() {
          expect(await isSqlToolUsable()).toBe(true);
          await standby.start();
          await waitForStandbys(cairn.postgres, 2);
        },
      });
    },
    LONG,
  );

  it(
    'P-2.5 no purchase is lost when Postgres fails over to a synchronous standby',
    async () => {
      const primary = cairn.postgres.primary();
      await drill('Postgres', 'primary, then promotion of a standby', {
        async kill() {
          await primary.kill();
          await cairn.postgres.failOver();
        },
        restore: () => waitForStandbys(cairn.postgres, 1),
      });
    },
    LONG,
  );

  it(
    'P-2.5 recovers when the endpoint of Postgres named a standby for a while',
    async () => {
      const isRefused = () => (load?.failures().failed ?? 0) > 2;
      await drill('Postgres', 'none; the endpoint names a standby', {
        kill: () =>
          cairn.postgres.whileStale(() =>
            waitUntil(isRefused, { what: 'refused purchases', timeoutMs: TIMEOUT_MS }),
          ),
        restore: async () => {},
      });
    },
    LONG,
  );

  it('P-2.5 every purchase is recorded once, and no process has ended', async () => {
    expect(await countPurchases()).toBe(bought);
    expect(Object.entries(cairn.countEnds()).filter(([, ends]) => ends > 0)).toEqual([]);
  });

  it(
    'asynchronous replication loses confirmed purchases in a failover',
    async () => {
      await cairn.postgres.stopReplication();
      const before = await countPurchases();
      load = await startPurchases(cairn, 3);
      await load.more(10);
      // Before the failover, because the hunts of the load are lost, too.
      await load.stop();
      const confirmed = load.bought();
      await cairn.postgres.primary().kill();
      await cairn.postgres.failOver();
      const lost = before + confirmed - (await countPurchases());
      recordFigure(`Cluster: asynchronous, ${lost} of ${confirmed} purchases lost in a failover`);
      expect(lost).toBe(confirmed);
    },
    LONG,
  );
});

type Fault = { kill(): Promise<unknown>; restore(): Promise<unknown> };

/** Injects the fault during purchases, and checks everything when the cluster is whole again. */
async function drill(engine: string, killed: string, fault: Fault): Promise<void> {
  let lastBegun = 0;
  load = await startPurchases(cairn, 3, async ({ buy }) => {
    const begunAt = performance.now();
    await buy();
    lastBegun = Math.max(lastBegun, begunAt);
  });
  await load.more(2);
  const killedAt = performance.now();
  await fault.kill();
  await waitUntil(() => lastBegun > killedAt, { what: 'a purchase', timeoutMs: TIMEOUT_MS });
  const seconds = ((performance.now() - killedAt) / 1000).toFixed(1);
  await fault.restore();
  await load.more(3);
  await load.stop();
  bought += load.bought();
  const violations = await checkInvariants(cairn.endpoints, TIMEOUT_MS);
  const { failed, unknown } = load.failures();
  const row = [engine, killed, seconds, failed, unknown, violations.length].join(' | ');
  table.push(row);
  recordFigure(`Cluster: ${row}`);
  expect(violations).toEqual([]);
  expect(await listRepeatedReceipts(cairn.site)).toEqual([]);
}

async function countPurchases(): Promise<number> {
  const { postgresUrl: url } = cairn.endpoints;
  const row = await query({ url }, 'SELECT count(*)::int AS count FROM payment.purchases');
  return Number(row?.['count']);
}

const statusOf = async ({ token }: Player) =>
  (await createClient(cairn.site.url).get('/api/auth/verify', { token })).status;

const isSqlToolUsable = async () =>
  (await cairn.runSql('SELECT id FROM purchases LIMIT 1')).status === 200;

/** Whether the server's log has a connection of the SQL tool's role. */
function readerConnected({ name }: EngineNode): boolean {
  return readFileSync(join(cairn.logs, `${name}.log`), 'utf8').includes('user=cairn_sql_reader');
}

async function isEveryReplicaInSync(): Promise<boolean> {
  const logger = createLogger('cluster', 'silent');
  const admin = connectTo({ brokers: cairn.kafka.brokers, clientId: 'cluster', logger }).admin();
  await admin.connect();
  try {
    const { topics } = await admin.fetchTopicMetadata();
    return topics.every(({ partitions }) => partitions.every(({ isr }) => isr.length === 3));
  } finally {
    await admin.disconnect();
  }
}
