import { readFile } from 'node:fs/promises';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { call } from '@cairn/testing/http.ts';
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

const NUMBER = /^CRN-\d{4}-\d{6,}$/;
const INSERT_PURCHASE = `INSERT INTO purchases (user_id, product_id, product_title, handle, region,
    amount_cents, currency, bonus_cents, stripe_payment_intent_id, status, created_at)
  VALUES ($1, 'hunt', 'Troll', 'troll', 'Vermont', 2000, 'USD', 0, $1, 'rejected', $2)`;

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterAll(async () => {
  await harness.stop();
});

describe('receipt numbers', () => {
  test('P-1.1 one charge recorded at once by page and webhooks on two copies has one number', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const event = await eventOf(harness, paymentIntentId);
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    const answers = await Promise.all(
      harness.copies.flatMap(({ url }, copy) => [
        record({ url }, player, purchaseBody),
        ...Array.from({ length: 5 }, (_, index) =>
          sendWebhook(harness, { ...event, id: `${event.id}_${copy}_${index}` }, { url }),
        ),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases).toEqual([
      expect.objectContaining({ receipt_number: expect.stringMatching(NUMBER) }),
    ]);
    const { receipt_number } = purchases[0];
    expect(events.map(({ data }) => data.receiptNumber)).toEqual([receipt_number]);
    expect(purchases[0].recorded_event.data).toEqual(events[0].data);
    expect((await sendWebhook(harness, { ...event, id: `${event.id}_later` })).status).toBe(200);
    expect((await rowsOf(harness, player)).purchases).toEqual([
      expect.objectContaining({ receipt_number }),
    ]);
  });

  test('different charges recorded at once on two copies have different numbers', async () => {
    const hunt = harness.addHunt();
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
      'SELECT DISTINCT receipt_number FROM purchases WHERE product_id = $1',
      [hunt.productId],
    );
    expect(rows).toHaveLength(12);
    for (const { receipt_number } of rows) expect(receipt_number).toMatch(NUMBER);
  });

  test('a purchase that is not committed keeps no other from being recorded', async () => {
    const open = await harness.pool.connect();
    try {
      await open.query('BEGIN');
      await open.query(INSERT_PURCHASE, ['uncommitted', new Date()]);
      const { player } = await buy(harness);
      expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
    } finally {
      await open.query('ROLLBACK');
      open.release();
    }
  });

  test('a row with a number, as a dump has it, keeps the number', async () => {
    const client = await harness.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        INSERT_PURCHASE.replace('created_at)', 'created_at, receipt_number)').replace(
          '$2)',
          "$2, 'CRN-2020-000007')",
        ),
        ['copied', new Date()],
      );
      const { rows } = await client.query(
        "SELECT receipt_number FROM purchases WHERE stripe_payment_intent_id = 'copied'",
      );
      expect(rows).toEqual([{ receipt_number: 'CRN-2020-000007' }]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
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
    const published = [...events, ...after.events].map(({ type, data }) => [
      type,
      data.receiptNumber,
    ]);
    expect(new Map(published as [string, string][])).toEqual(
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

test('the migrations number recorded purchases in the order of recording', async () => {
  const database = await createTestDatabase();
  const pool = database.poolOf('payment');
  try {
    await pool.query(await migration('018_receipt_numbers', 'down'));
    const insert = (intent: string, at: string) => pool.query(INSERT_PURCHASE, [intent, at]);
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
      ['CRN-2025-000004', 'third'],
      ['CRN-2025-000005', 'fourth'],
      ['CRN-2026-000003', 'next-year'],
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
