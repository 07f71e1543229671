import { purgeEvents } from '@cairn/events/purge.ts';
import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldAttempts } from '../../services/catalog/src/attempts/attempts.store.ts';
import { purge as purgeNotification } from '../../services/notification/src/purge.ts';
import { purge as purgePayments } from '../../services/payment/src/purge.ts';

const logger = createLogger('test', 'silent');
/** More than any period, so that every table is purged. */
const DAYS = 440;

let database: TestDatabase;
let superuser: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = database.adminUrl;
  superuser = createPool({ url, schema: 'public', name: 'test', onError: () => {} });
});
afterAll(async () => {
  await superuser?.end();
  await database?.drop();
});

const AT = "now() - day * interval '1 day' + interval '1 hour'";
const FROM_DAYS = `FROM generate_series(1, ${DAYS}) AS day`;

/** One row a day: the statement that inserts them, and the days that the purge keeps. */
const TABLES: Record<string, [insert: string, keptDays: number]> = {
  'payment.outbox': [
    `INSERT INTO payment.outbox
       (id, source, type, version, topic, key, occurred_at, data, published_at)
     SELECT gen_random_uuid(), 's', 't', 1, 'purchases', 'k', ${AT}, '{}', ${AT} ${FROM_DAYS}`,
    7,
  ],
  'payment.inbox': [
    `INSERT INTO payment.inbox SELECT gen_random_uuid(), 't', ${AT} ${FROM_DAYS}`,
    30,
  ],
  'payment.dead_letters': [
    `INSERT INTO payment.dead_letters (event_id, topic, cause, envelope, died_at)
     SELECT gen_random_uuid(), 'purchases', 'c', '{"type": "t"}', ${AT} ${FROM_DAYS}`,
    180,
  ],
  'payment.stripe_events': [
    `INSERT INTO payment.stripe_events (id, type, payload, outcome, received_at)
     SELECT 'evt_' || day, 't', '{}', 'ignored', ${AT} ${FROM_DAYS}`,
    90,
  ],
  'payment.payment_attempts': [
    `INSERT INTO payment.payment_attempts (user_id, product_id, product_title, handle, region,
       amount_cents, currency, bonus_cents, state, created_at)
     SELECT 'u', 'p', 't', 'h', 'r', 1, 'USD', 1, 'canceled', ${AT} ${FROM_DAYS}`,
    180,
  ],
  'payment.reconciliations': [
    `INSERT INTO payment.reconciliations (finished_at, summary)
     SELECT ${AT}, '{}' ${FROM_DAYS}`,
    400,
  ],
  'catalog.code_attempts': [
    `INSERT INTO catalog.code_attempts (kind, address_hash, is_right, attempted_at)
     SELECT 'stash', sha256('a'), false, ${AT} ${FROM_DAYS}`,
    366,
  ],
  'notification.webhook_events': [
    `INSERT INTO notification.webhook_events (provider, event_id, kind, happened_at, received_at)
     SELECT 'sendgrid', day::text, 'k', ${AT}, ${AT} ${FROM_DAYS}`,
    180,
  ],
  'notification.contact_messages': [
    `INSERT INTO notification.contact_messages (name, email, message, created_at)
     SELECT 'n', 'a@example.com', 'm', ${AT} ${FROM_DAYS}`,
    365,
  ],
  'notification.mailings': [
    `INSERT INTO notification.mailings
       (created_by, subject, html, text, total, state, created_at, finished_at)
     SELECT 'admin', 's', 'h', 't', 1, 'finished', ${AT}, ${AT} ${FROM_DAYS}`,
    400,
  ],
  'notification.delivery_batches': [
    `INSERT INTO notification.delivery_batches (source_id, template, part, mailing_id, closed_at)
     SELECT id, 'mailing', 0, id, finished_at FROM notification.mailings`,
    400,
  ],
  'notification.deliveries': [
    `INSERT INTO notification.deliveries (event_id, template, channel, user_id, mailing_id, batch_id,
       state, created_at, finished_at)
     SELECT b.source_id, 'mailing', 'email', gen_random_uuid(), b.source_id, b.id, 'sent',
       b.closed_at, b.closed_at FROM notification.delivery_batches b`,
    400,
  ],
  'notification.delivery_history': [
    `INSERT INTO notification.delivery_history (delivery_id, at, what)
     SELECT id, created_at, 'sent' FROM notification.deliveries`,
    400,
  ],
};

async function purgeAll(): Promise<void> {
  await purgeEvents(database.poolOf('payment'), logger);
  await purgePayments(database.poolOf('payment'), logger);
  const catalog = database.poolOf('catalog');
  await deleteInBatches((limit) => deleteOldAttempts(catalog, limit));
  await purgeNotification(database.poolOf('notification'), logger);
}

describe('P-4.6 purge by age', () => {
  it('P-4.6 after 440 days each table keeps the rows of its period only', async () => {
    for (const [insert] of Object.values(TABLES)) await superuser.query(insert);
    await purgeAll();
    const kept: Record<string, number> = {};
    for (const table of Object.keys(TABLES)) {
      const { rows } = await superuser.query(`SELECT count(*)::int AS count FROM ${table}`);
      kept[table] = rows[0].count;
    }
    const expected = Object.entries(TABLES).map(([table, [, days]]) => [table, days]);
    expect(kept).toEqual(Object.fromEntries(expected));
  });

  it('P-4.6 keeps what is not finished, however old', async () => {
    const payment = database.poolOf('payment');
    await payment.query(
      `UPDATE outbox SET published_at = NULL, created_at = now() - interval '1 year'`,
    );
    await payment.query(
      `INSERT INTO payment_attempts (user_id, product_id, product_title, handle, region,
         amount_cents, currency, bonus_cents, state, cancel_due_at, created_at)
       SELECT 'old', 'p', 't', 'h', 'r', 1, 'USD', 1, state, due, now() - interval '1 year'
       FROM (VALUES ('open', NULL), ('succeeded', NULL), ('canceled', now())) AS rows (state, due)`,
    );
    await payment.query(
      `INSERT INTO dead_letters (event_id, topic, cause, envelope, died_at)
       VALUES (gen_random_uuid(), 'users', 'c', '{"type": "user.deleted"}', now() - interval '1 year')`,
    );
    await purgeAll();
    const { rows } = await payment.query(
      `SELECT (SELECT count(*)::int FROM outbox) AS events,
         (SELECT count(*)::int FROM payment_attempts WHERE user_id = 'old') AS attempts,
         (SELECT count(*)::int FROM dead_letters WHERE topic = 'users') AS deletions`,
    );
    expect(rows[0]).toEqual({ events: 7, attempts: 3, deletions: 1 });
  });

  it('P-4.6 keeps old deliveries that are waiting, or whose mailing has not ended', async () => {
    const notification = database.poolOf('notification');
    await notification.query(
      `WITH paused AS (
         INSERT INTO mailings (created_by, subject, html, text, state, created_at)
         VALUES ('admin', 's', 'h', 't', 'paused', now() - interval '2 years') RETURNING id)
       INSERT INTO deliveries (event_id, template, channel, user_id, mailing_id, state, created_at,
         finished_at)
       SELECT gen_random_uuid(), 'old', 'email', gen_random_uuid(), mailing, state, long_ago, ended
       FROM (VALUES (now() - interval '2 years')) AS times (long_ago),
         LATERAL (VALUES (NULL::uuid, 'pending', NULL), (NULL, 'failed', now()),
           (NULL, 'sent', long_ago), ((SELECT id FROM paused), 'sent', long_ago)
         ) AS rows (mailing, state, ended)`,
    );
    await purgeAll();
    const { rows } = await notification.query(
      `SELECT state, mailing_id IS NOT NULL AS is_mailing FROM deliveries
       WHERE template = 'old' ORDER BY state`,
    );
    expect(rows).toEqual([
      { state: 'failed', is_mailing: false },
      { state: 'pending', is_mailing: false },
      { state: 'sent', is_mailing: true },
    ]);
  });

  it('P-4.6 a run deletes a bounded number of rows', async () => {
    let calls = 0;
    const deleted = await deleteInBatches(async (limit) => {
      calls += 1;
      return limit;
    });
    expect([calls, deleted]).toEqual([40, 200_000]);
  });
});
