import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eventOf,
  type Harness,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';
import { buy, buyTwice, processDueOnBoth, refund } from './purchase-fixtures.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

describe('receipt numbers', () => {
  test('P-1.1 one charge recorded at once by page and webhooks on two copies takes one number', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const before = await lastNumber();
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const event = await eventOf(harness, paymentIntentId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    const release = await lockNumbers();
    const calls = Promise.all(
      harness.copies.flatMap(({ url }, copy) => [
        record({ url }, player, purchaseBody),
        ...Array.from({ length: 5 }, (_, index) =>
          sendWebhook(harness, { ...event, id: `${event.id}_${copy}_${index}` }, { url }),
        ),
      ]),
    );
    // Each copy records a charge once at a time, so one insert of each copy waits.
    await waitUntil(async () => (await countWaiting()) === 2, { what: 'two inserts that wait' });
    await release();
    const answers = await calls;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases.map(({ receipt_number }) => receipt_number)).toEqual([numberAt(before + 1)]);
    expect(events.map(({ data }) => data.receiptNumber)).toEqual([numberAt(before + 1)]);
    expect(purchases[0].recorded_event.data).toEqual(events[0].data);
    expect(await lastNumber()).toBe(before + 1);
    expect((await sendWebhook(harness, { ...event, id: `${event.id}_later` })).status).toBe(200);
    expect((await rowsOf(harness, player)).purchases).toEqual([
      expect.objectContaining({ receipt_number: numberAt(before + 1) }),
    ]);
    expect(await lastNumber()).toBe(before + 1);
  });

  test('different charges recorded at once on two copies take consecutive numbers', async () => {
    const hunt = harness.addHunt();
    const before = await lastNumber();
    const paid = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const player = newPlayer();
        return { player, intentId: (await pay(harness, player, hunt.productId)).id };
      }),
    );
    await Promise.all(
      paid.map(({ player, intentId }, index) =>
        record({ url: harness.copies[index % 2]?.url ?? '' }, player, {
          productId: hunt.productId,
          paymentIntentId: intentId,
        }),
      ),
    );
    const { rows } = await harness.pool.query(
      'SELECT receipt_number FROM purchases WHERE product_id = $1 ORDER BY 1',
      [hunt.productId],
    );
    const expected = Array.from({ length: 12 }, (_, index) => numberAt(before + 1 + index));
    expect(rows.map(({ receipt_number }) => receipt_number)).toEqual(expected);
  });

  test('a transaction that fails returns its number', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const before = await lastNumber();
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    await harness.pool.query('ALTER TABLE outbox ADD CONSTRAINT closed CHECK (false) NOT VALID');
    expect((await record(harness, player, purchaseBody)).status).toBe(500);
    await harness.pool.query('ALTER TABLE outbox DROP CONSTRAINT closed');
    expect(await lastNumber()).toBe(before);
    expect((await record(harness, player, purchaseBody)).status).toBe(200);
    const { purchases } = await rowsOf(harness, player);
    expect(purchases[0].receipt_number).toBe(numberAt(before + 1));
  });

  test('a rejected charge has a number of its own, and a refund keeps the number', async () => {
    const bought = await buyTwice(harness);
    await processDueOnBoth(harness);
    const { purchases, events } = await rowsOf(harness, bought.player);
    const [first, rejected] = purchases.map(({ receipt_number }) => receipt_number);
    expect(new Set([first, rejected]).size).toBe(2);
    await refund(harness, purchases[0].id);
    const after = await rowsOf(harness, bought.player);
    expect(after.purchases.map(({ receipt_number }) => receipt_number)).toEqual([first, rejected]);
    const told = [...events, ...after.events].map(({ type, data }) => [type, data.receiptNumber]);
    expect(new Map(told as [string, string][])).toEqual(
      new Map([
        ['purchase.recorded', first],
        ['purchase.rejected', rejected],
        ['purchase.refunded', first],
      ]),
    );
  });

  test('a number cannot be changed or given twice', async () => {
    const { purchaseId } = await buy(harness);
    const change = 'UPDATE purchases SET receipt_number = $1 WHERE id = $2';
    const changed = harness.pool.query(change, ['CRN-2026-999999', purchaseId]);
    await expect(changed).rejects.toThrow('cannot change');
    const { rows } = await harness.pool.query(
      "SELECT indisunique FROM pg_index WHERE indexrelid = 'purchases_receipt_number'::regclass",
    );
    expect(rows).toEqual([{ indisunique: true }]);
  });

  test('the buyer, the export and the SQL tool read the same number', async () => {
    const { player, purchaseId } = await buy(harness);
    const { purchases } = await rowsOf(harness, player);
    const { receipt_number } = purchases[0];
    const own = { token: player.token };
    const internal = { isInternal: true } as const;
    const user = `${harness.url}/internal/users/${player.userId}`;
    for (const answer of [
      await call(`${harness.url}/api/account/purchases`, own),
      await call(`${user}/purchases`, internal),
      await call(`${user}/payments`, internal),
    ]) {
      expect(answer.body).toMatchObject({ purchases: [{ id: purchaseId, receipt_number }] });
    }
    const { rows } = await harness.pool.query(
      'SELECT receipt_number FROM backoffice.purchases WHERE id = $1',
      [purchaseId],
    );
    expect(rows).toEqual([{ receipt_number }]);
  });
});

test('the migrations number recorded purchases by year in the order of recording', async () => {
  const database = await createTestDatabase();
  const pool = database.poolOf('payment');
  try {
    await pool.query(await migration('018_receipt_numbers', 'down'));
    const insert = (intent: string, createdAt: string) =>
      pool.query(
        `INSERT INTO purchases (user_id, product_id, product_title, handle, region, amount_cents,
           currency, bonus_cents, stripe_payment_intent_id, status, created_at)
         VALUES ($1, 'hunt', 'Troll', 'troll', 'Vermont', 2000, 'USD', 0, $1, 'rejected', $2)`,
        [intent, createdAt],
      );
    await insert('second', '2025-03-02T10:00:00Z');
    await insert('first', '2025-03-01T10:00:00Z');
    await insert('next-year', '2026-01-01T00:00:00Z');
    await pool.query(await migration('018_receipt_numbers', 'up'));
    await insert('third', '2025-12-31T23:59:59Z');
    await pool.query(await migration('019_receipt_number_index', 'up'));
    await pool.query(await migration('020_receipt_numbers_of_recorded_purchases', 'up'));
    await insert('fourth', '2025-12-31T23:59:59Z');
    const { rows } = await pool.query(
      'SELECT user_id, receipt_number FROM purchases ORDER BY receipt_number',
    );
    expect(rows.map(({ user_id, receipt_number }) => [receipt_number, user_id])).toEqual([
      ['CRN-2025-000001', 'first'],
      ['CRN-2025-000002', 'second'],
      ['CRN-2025-000003', 'third'],
      ['CRN-2025-000004', 'fourth'],
      ['CRN-2026-000001', 'next-year'],
    ]);
  } finally {
    await database.drop();
  }
});

async function migration(name: string, direction: 'up' | 'down'): Promise<string> {
  const text = await readFile(new URL(`../migrations/${name}.sql`, import.meta.url), 'utf8');
  const [up = '', down = ''] = text.split(/^-- Down Migration$/m);
  return direction === 'up' ? up : down;
}

/** Blocks inserts of purchases until the returned function is called. */
async function lockNumbers(): Promise<() => Promise<void>> {
  const gate = await harness.pool.connect();
  await gate.query('BEGIN');
  await gate.query("SELECT pg_advisory_xact_lock(hashtextextended('payment:receipt-numbers', 0))");
  return async () => {
    await gate.query('ROLLBACK');
    gate.release();
  };
}

async function countWaiting(): Promise<number> {
  const { rows } = await harness.pool.query(
    `SELECT count(*)::int AS count FROM pg_locks
     WHERE NOT granted AND locktype = 'advisory'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows[0].count;
}

/** The last number of this year; all purchases of the file are recorded in it. */
async function lastNumber(): Promise<number> {
  const { rows } = await harness.pool.query(
    'SELECT coalesce(max(substring(receipt_number FROM 10)::int), 0) AS last FROM purchases',
  );
  return rows[0].last;
}

function numberAt(position: number): string {
  return `CRN-${new Date().getUTCFullYear()}-${String(position).padStart(6, '0')}`;
}
