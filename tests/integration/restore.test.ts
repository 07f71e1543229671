import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeBaseBackup } from '../../infra/local/backup/base-backup.ts';
import { listBaseBackups } from '../../infra/local/backup/manifest.ts';
import { restoreCairn } from '../../infra/local/backup/restore-cairn.ts';
import { databaseUrlOf, ownersFrom, prepareDatabase } from '../../infra/local/database.ts';
import { findFreePortBase, type Ports, portsFrom } from '../../infra/local/ports.ts';
import { loadSecrets, makeSecrets, type Secrets } from '../../infra/local/secrets.ts';
import { embeddedPostgres } from '../../infra/local/sources/postgres.ts';
import { createStarter } from '../../infra/local/sources/start-server.ts';
import { silentSteps } from '../../infra/local/steps.ts';
import type { SupervisedProcess } from '../../infra/local/supervisor.ts';
import { requestReceipt } from '../../services/notification/src/consumers.ts';

const TIMEOUT_MS = 300_000;
const { signal } = new AbortController();
const processes: SupervisedProcess[] = [];

let state: string;
let backups: string;
let ports: Ports;
let secrets: Secrets;
let database: Parameters<typeof prepareDatabase>[0];
let pool: Pool;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'cairn-restore-'));
  // The user that runs Postgres must be able to enter it.
  await chmod(state, 0o755);
  backups = join(state, 'backups');
  secrets = loadSecrets(state);
  ports = portsFrom(await findFreePortBase());
  await startPostgres();
}, TIMEOUT_MS);

afterAll(async () => {
  await stopPostgres('SIGKILL');
  const data = await realpath(join(state, 'postgres')).catch(() => state);
  for (const folder of [data, state]) await rm(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

async function startPostgres(): Promise<void> {
  const context = {
    ...{ stateDirectory: state, ports, steps: silentSteps, signal, isDurable: true },
    ...{ postgresPassword: secrets.postgresPassword, redisPassword: '', environment: process.env },
    // Its process is killed, but not the machine.
    postgresSettings: { fsync: 'off' },
  };
  const start = createStarter({ ...context, processes });
  const outcome = await embeddedPostgres.serve({ ...context, start });
  if ('unavailable' in outcome) throw new Error(outcome.unavailable);
  const { rolePasswords, sqlPasswords } = secrets;
  const owners = ownersFrom(rolePasswords);
  database = { adminUrl: outcome.address, name: 'cairn', owners, sqlPasswords };
  await prepareDatabase(database);
  const url = databaseUrlOf(database);
  pool = createPool({ url, schema: 'notification', name: 'test', onError: () => {} });
}

async function stopPostgres(stopSignal: NodeJS.Signals): Promise<void> {
  await pool?.end().catch(() => {});
  for (const each of processes.splice(0)) {
    const stopped = each.stop();
    each.kill(stopSignal);
    await stopped;
  }
}

const backUp = () =>
  takeBaseBackup({
    stateDirectory: state,
    postgresUrl: database.adminUrl,
    secrets,
    to: backups,
  });

const restore = (at: Date | null, from = backups, keys = secrets) =>
  restoreCairn({
    ...{ stateDirectory: state, ports, secrets: keys, database: 'cairn', from, at, signal },
    steps: silentSteps,
  });

async function buy(userId: string): Promise<void> {
  await pool.query(
    `INSERT INTO payment.purchases (user_id, product_id, product_title, handle, region,
       amount_cents, currency, bonus_cents, stripe_payment_intent_id, status)
     VALUES ($1, 'p', 't', 'h', 'r', 2000, 'USD', 500, $1, 'completed')`,
    [userId],
  );
  await pool.query(
    `INSERT INTO payment.outbox
       (id, source, type, version, topic, key, occurred_at, data, published_at)
     VALUES (gen_random_uuid(), 'payment', 'purchase.recorded', 1, 'purchases', $1, now(), '{}', now())`,
    [userId],
  );
}

async function listBuyers(): Promise<string[]> {
  const { rows } = await pool.query('SELECT user_id FROM payment.purchases ORDER BY created_at');
  return rows.map((row) => row.user_id);
}

async function now(): Promise<Date> {
  const { rows } = await pool.query('SELECT clock_timestamp() AS now');
  return rows[0].now;
}

/** Ends the current WAL segment and waits until it is in the archive. */
async function archiveWal(): Promise<void> {
  const { rows } = await pool.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  const file = join(backups, 'wal', `${rows[0].name}.gz`);
  await waitUntil(() => existsSync(file), { what: file, timeoutMs: 60_000 });
}

/** The state of the receipt's delivery. */
async function receiptOf(paidAt: Date): Promise<string> {
  const id = randomUUID();
  const at = new Date().toISOString();
  const data = {
    ...{ purchaseId: id, userId: id, productId: id, version: 1, productTitle: 't', handle: 'h' },
    ...{ region: 'r', amountCents: 1, currency: 'USD', bonusCents: 1, paymentIntentId: 'pi' },
    ...{ recordedAt: at, paidAt: paidAt.toISOString(), status: 'completed' },
  } as EventData<typeof purchaseRecorded>;
  const event = { id, source: '/x', type: 'purchase.recorded', version: 1, topic: 'purchases' };
  await inTransaction(pool, (tx) =>
    requestReceipt(tx, data, { ...event, key: id, time: at, traceparent: null, data }),
  );
  const { rows } = await pool.query('SELECT state FROM deliveries WHERE event_id = $1', [id]);
  return rows[0].state;
}

const USER = randomUUID();

describe('P-8.1 backup and restore', () => {
  it(
    'P-8.1 a destroyed database is restored to a moment',
    async () => {
      await pool.query(
        "INSERT INTO auth.users (id, email, token_version) VALUES ($1, 'a@example.com', 3)",
        [USER],
      );
      await pool.query(
        `INSERT INTO auth.link_tokens (user_id, token_hash, expires_at, purpose)
         VALUES ($1, sha256('a'), now() + interval '1 day', 'password_reset')`,
        [USER],
      );
      await pool.query(
        `INSERT INTO deliveries (event_id, template, channel, user_id)
         VALUES (gen_random_uuid(), 'receipt', 'email', $1)`,
        [USER],
      );
      await pool.query(
        `INSERT INTO mailings (created_by, subject, html, text, is_test, is_chosen, segment, state,
           send_at, addresses)
         VALUES ($1, 's', 'h', 't', false, true, '{}', 'scheduled', now() + interval '7 days', $2)`,
        [USER, ['a@example.com']],
      );
      await buy('before the backup');
      await backUp();
      await buy('after the backup');
      // A Date has milliseconds, a commit microseconds.
      const moment = new Date((await now()).getTime() + 1);
      await waitUntil(async () => (await now()) > moment, { what: 'the moment to pass' });
      await buy('after the moment');
      await archiveWal();
      await stopPostgres('SIGKILL');
      await rm(await realpath(join(state, 'postgres', 'data')), { recursive: true });
      for (const name of ['redis', 'kafka'])
        await rm(join(state, name), { recursive: true, force: true });

      await restore(moment);
      await startPostgres();
      expect(await listBuyers()).toEqual(['before the backup', 'after the backup']);
      const { rows } = await pool.query(
        `SELECT (SELECT count(*)::int FROM payment.outbox WHERE published_at IS NULL) AS unpublished,
           (SELECT array_agg(state) FROM deliveries) AS messages,
           (SELECT array_agg(ROW(state, addresses, finished_at IS NOT NULL)::text) FROM mailings)
             AS mailings,
           (SELECT token_version FROM auth.users) AS version,
           (SELECT lowest_version FROM auth.revocations) AS lowest,
           (SELECT count(*)::int FROM auth.link_tokens) AS links`,
      );
      expect(rows[0]).toEqual({
        unpublished: 2,
        messages: ['maybe_sent'],
        mailings: ['(stopped,,t)'],
        version: 1003,
        lowest: 1003,
        links: 0,
      });
    },
    TIMEOUT_MS,
  );

  it('P-8.1 a message about an earlier fact is not sent again after the restore', async () => {
    expect(await receiptOf(new Date(Date.now() - 60_000))).toBe('maybe_sent');
    expect(await receiptOf(await now())).toBe('pending');
  });

  it(
    'P-8.1 a later backup is restored to the end of its own WAL',
    async () => {
      await backUp();
      await buy('after the restore');
      await archiveWal();
      await stopPostgres('SIGKILL');
      await restore(null);
      await startPostgres();
      expect((await listBuyers()).at(-1)).toBe('after the restore');
    },
    TIMEOUT_MS,
  );

  it('refuses other keys, a moment before the first backup, and a damaged backup', async () => {
    await expect(restore(null, backups, makeSecrets())).rejects.toThrow('codeSealKey');
    await expect(restore(new Date(0))).rejects.toThrow('oldest backup');
    await expect(restore(null, state)).rejects.toThrow('no complete backup');
    const newest = listBaseBackups(backups).at(-1)?.directory ?? '';
    await writeFile(join(newest, 'data', 'PG_VERSION'), 'damaged');
    const before = await readdir(join(state, 'postgres'));
    await expect(restore(null)).rejects.toThrow('PG_VERSION is damaged');
    expect(
      (await readdir(join(state, 'postgres'))).filter((name) => !name.endsWith('.new')),
    ).toEqual(before);
  });
});
