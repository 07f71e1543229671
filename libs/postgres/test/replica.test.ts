import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createPool, type Pool, urlAtServer } from '../pool.ts';
import { createReplica, type Replica } from '../replica.ts';

// A second database of the same server stands in for the replica: its WAL position is the primary's.
const [primary, standIn] = [await createTestDatabase(), await createTestDatabase()];
const pool = primary.poolOf('auth');
await pool.query("CREATE TABLE places AS SELECT 'primary' AS name");
await standIn.poolOf('auth').query("CREATE TABLE places AS SELECT 'replica' AS name");

let replica: Replica | undefined;
afterEach(() => replica?.backgroundService.stop());
afterAll(async () => {
  await primary.drop();
  await standIn.drop();
});

function connectReplica(url = standIn.urlOf('auth')): Pool {
  return createPool({ url, schema: 'auth', name: 'replica-test', max: 2, onError: () => {} });
}

function startReplica(readPool: Pool): Replica {
  const logger = createLogger('test', 'silent');
  replica = createReplica({ primary: pool, pool: readPool, logger, intervalMs: 20 });
  replica.backgroundService.start?.();
  return replica;
}

const readFrom = async (reads: Pick<Pool, 'query'>) =>
  (await reads.query('SELECT name FROM places')).rows[0]?.name;
const untilReadFrom = (reads: Pick<Pool, 'query'>, name: string) =>
  waitUntil(async () => (await readFrom(reads)) === name, { what: `reads from the ${name}` });

it('reads from the primary until the replica is compared with it, then from the replica', async () => {
  const readPool = connectReplica();
  const reads = startReplica(readPool).readsOf(pool, readPool);
  expect(await readFrom(reads)).toBe('primary');
  await untilReadFrom(reads, 'replica');
  const client = await reads.connect();
  expect(await readFrom(client)).toBe('replica');
  client.release();
  await replica?.backgroundService.stop();
  await readPool.end();
});

it('reads from the primary while the replica has not replayed what the primary had written', async () => {
  const readPool = connectReplica();
  let isBehind = false;
  const compared = {
    query: (text: string, values: string[]) =>
      readPool.query(text, isBehind ? ['FFFFFFFF/0'] : values),
  } as Pool;
  const reads = startReplica(compared).readsOf(pool, readPool);
  await untilReadFrom(reads, 'replica');
  isBehind = true;
  await untilReadFrom(reads, 'primary');
  isBehind = false;
  await untilReadFrom(reads, 'replica');
  await replica?.backgroundService.stop();
  await readPool.end();
});

it('repeats a read at the primary when the replica is unavailable or cancels it', async () => {
  const readPool = connectReplica();
  const conflict = Object.assign(new Error('conflict with recovery'), { code: '40001' });
  const unreachable = connectReplica('postgres://cairn_auth:x@127.0.0.1:1/none');
  const started = startReplica(readPool);
  const cancelled = started.readsOf(pool, { query: () => Promise.reject(conflict) } as never);
  const lost = started.readsOf(pool, unreachable);
  await untilReadFrom(started.readsOf(pool, readPool), 'replica');
  expect(await readFrom(cancelled)).toBe('primary');
  expect(await readFrom(lost)).toBe('primary');
  await untilReadFrom(started.readsOf(pool, readPool), 'replica');
  const refused = started.readsOf(pool, readPool).query('SELECT no_such_column');
  await expect(refused).rejects.toMatchObject({ code: '42703' });
  await replica?.backgroundService.stop();
  await readPool.end();
  await unreachable.end();
});

it('names the same role and database at the server of the replica', () => {
  expect(
    urlAtServer(
      'postgres://reader:secret@primary:5432/cairn?sslmode=disable',
      'postgres://other:x@replica:6432/elsewhere?sslmode=verify-full',
    ),
  ).toBe('postgres://reader:secret@replica:6432/cairn?sslmode=verify-full');
});
