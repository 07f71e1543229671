import { randomUUID } from 'node:crypto';
import { userDeleted, userRegistered } from '@cairn/contracts/events/users.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInbox, type Inbox } from '../consumer.ts';
import { isErased } from '../erased-users.store.ts';
import { eraseOnDeletion, insertTombstone } from '../erasure.ts';
import { on } from '../handlers.ts';
import { createMemoryBus } from '../memory.ts';
import { toMessage } from '../message.ts';
import { createPublisher } from '../outbox.ts';
import { purgeEvents } from '../purge.ts';

const publish = createPublisher('admin');
const erasedIds: string[] = [];
let database: TestDatabase;
let pool: Pool;
let inbox: Inbox;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.poolOf('admin');
  inbox = createInbox({
    pool,
    logger: createLogger('test', 'silent'),
    handlers: [
      on(
        userDeleted,
        eraseOnDeletion(async (_tx, userId) => void erasedIds.push(userId)),
      ),
      on(userRegistered, async () => {
        throw new Error('never');
      }),
    ],
    retries: { maxAttempts: 1, waitMs: () => 0 },
  });
});
afterAll(() => database.drop());

it('P-4.6 deletes stored answers of staff calls to or about the user, and keeps sealed codes', async () => {
  const [userId, other] = [randomUUID(), randomUUID()];
  const insert = (admin: string, body: object, sealed: string | null = null) =>
    pool.query(
      `INSERT INTO idempotency_keys
         (admin_id, route, key, request_hash, status, body, sealed_fields, sealed_for, expires_at)
       VALUES ($1, 'PATCH /x', $2, sha256('x'), 200, $3, $4, $4,
               CASE WHEN $4::text IS NULL THEN now() + interval '1 hour' END)`,
      [admin, randomUUID(), body, sealed],
    );
  await insert(other, { id: userId, first_name: 'Ada' });
  await insert(userId, { id: other });
  await insert(userId, { id: other, kept: true }, 'sealed');
  await insert(other, { id: other, kept: true });
  await inTransaction(pool, (tx) =>
    eraseOnDeletion()(tx, { userId, version: 2, deletedAt: new Date().toISOString() }, {} as never),
  );
  const { rows } = await pool.query('SELECT body FROM idempotency_keys');
  expect(rows.map(({ body }) => body.kept)).toEqual([true, true]);
});

describe('erasure lock', () => {
  it('is shared among transactions that write user data', async () => {
    const userId = randomUUID();
    await inTransaction(pool, async (first) => {
      expect(await isErased(first, userId)).toBe(false);
      await inTransaction(pool, async (second) => {
        await second.query("SET LOCAL lock_timeout = '1s'");
        expect(await isErased(second, userId)).toBe(false);
      });
    });
  });

  it('is scoped to a schema: an erasure in one service does not block another', async () => {
    const userId = randomUUID();
    await inTransaction(pool, async (erasingInAdmin) => {
      await insertTombstone(erasingInAdmin, userId);
      await inTransaction(database.poolOf('catalog'), async (writingInCatalog) => {
        await writingInCatalog.query("SET LOCAL lock_timeout = '1s'");
        expect(await isErased(writingInCatalog, userId)).toBe(false);
      });
    });
  });
});

describe('P-4.6 user.deleted', () => {
  it("deletes the user's events from outbox and dead letters, parsed or not, and no others", async () => {
    const gone = personOf('gone@example.com');
    const stays = personOf('stays@example.com');
    for (const person of [gone, stays]) {
      await inTransaction(pool, (tx) => publish(tx, userRegistered, person));
      await inbox.receive(makeEvent(userRegistered, person));
      await inbox.retryParked();
      const message = toMessage(makeEvent(userRegistered, person));
      const value = Buffer.from(`{"email":"${person.email}",`);
      await inbox.receiveMessage({ ...message, value, place: `users/0/${person.userId}` });
    }
    await drainOutbox(pool, createMemoryBus());
    const holding = ['admin.dead_letters', 'admin.outbox'];
    expect(await findText(pool, gone.email)).toEqual(holding);
    expect(await inbox.receive(deletionOf(gone.userId))).toBe('applied');
    expect(erasedIds).toEqual([gone.userId]);
    expect(await findText(pool, gone.email)).toEqual([]);
    expect(await findText(pool, stays.email)).toEqual(holding);
  });

  it('purge deletes dead letters with personal data after 30 days, but keeps user.deleted', async () => {
    const [old, young] = [personOf('old@example.com'), personOf('young@example.com')];
    for (const person of [old, young]) {
      await inbox.receive(makeEvent(userRegistered, person));
      const message = toMessage(makeEvent(userRegistered, person));
      const value = Buffer.from(`{"email":"${person.email}",`);
      await inbox.receiveMessage({ ...message, value, place: `users/1/${person.userId}` });
    }
    await inbox.retryParked();
    const dead = deletionOf(old.userId);
    await pool.query(
      `INSERT INTO dead_letters (event_id, topic, cause, envelope)
       VALUES ($1, 'users', 'failed', $2), (gen_random_uuid(), 'purchases', 'failed', '{}')`,
      [dead.id, JSON.stringify(dead)],
    );
    await ageDeadLetters('young@', 29);
    await ageDeadLetters('', 31);
    await purgeEvents(pool, createLogger('test', 'silent'));
    expect(await findText(pool, old.email)).toEqual([]);
    expect(await findText(pool, young.email)).toEqual(['admin.dead_letters']);
    const { rows } = await pool.query(
      `SELECT topic FROM dead_letters WHERE died_at < now() - interval '30 days' ORDER BY topic`,
    );
    expect(rows).toEqual([{ topic: 'purchases' }, { topic: 'users' }]);
  });

  it('stays in the outbox, since it may be unpublished', async () => {
    const { userId } = personOf('self@example.com');
    const deletion = deletionOf(userId);
    await inTransaction(pool, (tx) =>
      publish(tx, userDeleted, { userId, version: 2, deletedAt: deletion.time }),
    );
    await inbox.receive(deletion);
    const { rows } = await pool.query('SELECT type FROM outbox WHERE key = $1', [userId]);
    expect(rows).toEqual([{ type: 'user.deleted' }]);
  });

  it('waits for transactions that write user data, and is visible to later writers', async () => {
    const userId = randomUUID();
    const hasAsked = Promise.withResolvers<void>();
    const mayFinish = Promise.withResolvers<void>();
    const writing = inTransaction(pool, async (tx) => {
      expect(await isErased(tx, userId)).toBe(false);
      hasAsked.resolve();
      await mayFinish.promise;
    });
    await hasAsked.promise;
    const order: string[] = [];
    const written = writing.then(() => order.push('written'));
    const erased = inTransaction(pool, (tx) => insertTombstone(tx, userId)).then(() =>
      order.push('erased'),
    );
    await waitUntil(() => isSomebodyWaiting());
    mayFinish.resolve();
    await Promise.all([written, erased]);
    expect(order).toEqual(['written', 'erased']);
    expect(await inTransaction(pool, (tx) => isErased(tx, userId))).toBe(true);
  });
});

function personOf(email: string) {
  const name = { firstName: null, lastName: null };
  const userId = randomUUID();
  return { userId, version: 1, email, ...name, emailVerified: true, status: 'active' as const };
}

function deletionOf(userId: string) {
  return makeEvent(userDeleted, { userId, version: 2, deletedAt: new Date().toISOString() });
}

/** Dead letters of today that contain the text. */
async function ageDeadLetters(text: string, days: number): Promise<void> {
  await pool.query(
    `UPDATE dead_letters SET died_at = now() - make_interval(days => $2)
     WHERE died_at > now() - interval '1 day'
       AND (envelope::text LIKE '%' || $1 || '%' OR position(convert_to($1, 'UTF8') IN raw_value) > 0)`,
    [text, days],
  );
}

async function isSomebodyWaiting(): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rowCount !== 0;
}
