import { existsSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takeBaseBackup } from '../../infra/local/backup/base-backup.ts';
import { restoreCairn } from '../../infra/local/backup/restore-cairn.ts';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { listCharges } from '../../infra/local/invariants/sandbox-books.ts';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { recordFigure } from './figures.ts';
import { type OwnCairn, startOwnCairn } from './own-cairn.ts';
import { type PurchaseLoad, startPurchases } from './purchase-load.ts';
import { listRepeatedReceipts } from './receipts.ts';

const LONG = 900_000;
const TIMEOUT_MS = 180_000;

let state: string;
let cairn: OwnCairn;
let database: Pool;
let load: PurchaseLoad;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'cairn-disaster-'));
  // The user that runs Postgres must be able to enter it.
  await chmod(state, 0o755);
  await start();
}, LONG);

afterAll(async () => {
  await database?.end();
  await cairn?.stop();
  const data = await realpath(join(state, 'postgres')).catch(() => state);
  for (const folder of [data, state]) await rm(folder, { recursive: true, force: true });
}, LONG);

// A failed test leaves its load running.
afterEach(() => load?.stop().catch(() => {}), LONG);

async function start(): Promise<void> {
  cairn = await startOwnCairn(state);
  const url = cairn.endpoints.postgresUrl;
  database = createPool({ url, schema: 'public', name: 'test', onError: () => {} });
}

const secondsSince = (time: number) => ((Date.now() - time) / 1000).toFixed(1);

const listViolations = () => checkInvariants(cairn.endpoints, TIMEOUT_MS);

/** At the present gateway, which differs from the player's after a restart. */
const statusOf = async ({ token }: Player) =>
  (await createClient(cairn.site.url).get('/api/auth/verify', { token })).status;

describe('P-8.3 loss of a server’s data', () => {
  it(
    'P-8.3 Kafka loses its disk during purchases',
    async () => {
      load = await startPurchases(cairn, 3);
      await load.more(3);
      const startedAt = Date.now();
      await cairn.replaceKafka(() => load.more(3));
      await load.more(3);
      await load.stop();
      // What Kafka lost before it was consumed is found and published again.
      await waitUntil(
        async () => {
          await cairn.repair();
          // A process whose consumer cannot go on ends and is restarted.
          const violations = await checkInvariants(cairn.endpoints, 5_000).catch(String);
          return violations.length === 0;
        },
        { what: 'invariants to hold', timeoutMs: TIMEOUT_MS },
      );
      recordFigure(
        `Kafka without its disk: consistent after ${secondsSince(startedAt)} s, nothing lost`,
      );
      recordFigure(`Kafka without its disk: restarts ${JSON.stringify(cairn.countEnds())}`);
      expect(await listRepeatedReceipts(cairn.site)).toEqual([]);
    },
    LONG,
  );

  it(
    'P-8.3 Redis loses its memory during purchases; ended tokens stay ended',
    async () => {
      const player = await createPlayer(cairn.site, '127.0.62.1');
      await player.client.post('/api/auth/logout', {}, player);
      expect(await statusOf(player)).toBe(401);
      load = await startPurchases(cairn, 3);
      await load.more(2);
      const lostAt = Date.now();
      await cairn.emptyRedis();
      expect(await statusOf(player)).toBe(401);
      await load.more(1);
      recordFigure(`Redis without its memory: next purchase after ${secondsSince(lostAt)} s`);
      await load.more(2);
      await load.stop();
      expect(await listViolations()).toEqual([]);
      expect(await listRepeatedReceipts(cairn.site)).toEqual([]);
    },
    LONG,
  );
});

describe('P-8.1 loss of everything', () => {
  it(
    'P-8.1 restores to a moment during purchases: nothing bought is missing, no message is repeated, ended tokens stay ended',
    async () => {
      const { postgresUrl, stripe, sandbox } = cairn.endpoints;
      const backups = join(state, 'backups');
      const [early, late] = [
        await createPlayer(cairn.site, '127.0.62.2'),
        await createPlayer(cairn.site, '127.0.62.3'),
      ];
      await early.client.post('/api/auth/logout', {}, early);
      load = await startPurchases(cairn, 3);
      await load.more(2);
      await takeBaseBackup({
        stateDirectory: state,
        postgresUrl,
        secrets: cairn.secrets,
        to: backups,
      });
      await load.more(2);
      const { rows: clock } = await database.query('SELECT clock_timestamp() AS now');
      const moment: Date = clock[0].now;
      await load.more(3);
      await late.client.post('/api/auth/logout', {}, late);
      await load.stop();
      const { rows } = await database.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
      const segment = join(backups, 'wal', `${rows[0].name}.gz`);
      await waitUntil(() => existsSync(segment), { what: segment, timeoutMs: TIMEOUT_MS });
      const charged = await listCharges(sandbox, stripe?.secretKey ?? '');

      const lostAt = Date.now();
      await database.end();
      await cairn.destroy();
      const { ports, secrets } = cairn;
      await restoreCairn({
        ...{ stateDirectory: state, ports, secrets, database: 'cairn' },
        ...{ from: backups, at: moment, steps: cairn.steps, signal: cairn.signal },
      });
      await start();
      const summary = await cairn.reconcile();
      recordFigure(`Everything lost: restored and reconciled after ${secondsSince(lostAt)} s`);

      const paid = charged.filter(
        ({ status, metadata }) => status === 'succeeded' && metadata['attemptId'],
      );
      const { rows: recorded } = await database.query(
        `SELECT stripe_payment_intent_id AS id FROM payment.purchases
         UNION ALL SELECT id::text FROM catalog.hunts`,
      );
      const known = new Set(recorded.map(({ id }) => id));
      const missing = paid.filter((charge) => !known.has(charge.payment_intent));
      recordFigure(
        `Everything lost: ${paid.length} charges, ${missing.length} of hunts created after the restored moment`,
      );
      for (const { payment_intent: id, metadata } of missing) {
        // The hunt was created after the moment: staff refund its charges.
        expect(known.has(metadata['productId'])).toBe(false);
        expect(summary).toContain(id);
      }
      // Mails whose rows were lost cannot be in the restored ledger; none is sent again.
      const lost = missing.map((charge) => charge.payment_intent);
      const violations = (await listViolations()).filter(
        (each) => !each.includes('0 by the ledger') && !lost.some((id) => each.includes(id)),
      );
      expect(violations).toEqual([]);
      expect(await listRepeatedReceipts(cairn.site)).toEqual([]);
      expect([await statusOf(early), await statusOf(late)]).toEqual([401, 401]);

      const buyer = await createPlayer(cairn.site, '127.0.62.4');
      const product = await findProduct(buyer.client, 'vt-troll-hunt');
      const intentId = await pay(cairn.site, buyer, product);
      expect((await recordPurchase(buyer, product, intentId)).status).toBe(200);
    },
    LONG,
  );
});
