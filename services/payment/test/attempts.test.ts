import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  begin,
  beginAtOnce,
  type Harness,
  intentsOf,
  newPlayer,
  type Player,
  pay,
  record,
  rowsOf,
  startHarness,
} from './harness.ts';

const CALM_TEXT = 'An unexpected error occurred. Please try again.';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

afterEach(async () => {
  await harness.sandbox.clearFaults();
});

afterAll(async () => {
  await harness.stop();
});

describe('create-payment-intent', () => {
  test('uses the price of the offer and returns only the client secret', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt({ priceCents: 1999 })];
    const json = { productId: hunt.productId, productType: 'hunt', amount: 1, price_amount: 0.01 };
    const url = `${harness.url}/api/create-payment-intent`;
    const answer = await call(url, { token: player.token, json });
    expect(answer).toMatchObject({ status: 200, body: { clientSecret: expect.any(String) } });
    const [intent] = await intentsOf(harness, player);
    const { attempts } = await rowsOf(harness, player);
    expect(intent).toMatchObject({
      amount: 1999,
      currency: 'usd',
      receipt_email: null,
      client_secret: (answer.body as { clientSecret: string }).clientSecret,
      metadata: {
        attemptId: attempts[0].id,
        userId: player.userId,
        productId: hunt.productId,
      },
    });
  });

  test('gets 404 for an unknown hunt, 409 for an inactive one and 400 for invalid input', async () => {
    const player = newPlayer();
    expect((await begin(harness, player, 'unknown')).status).toBe(404);
    for (const status of ['upcoming', 'complete'] as const) {
      const { productId } = harness.addHunt({ status });
      expect((await begin(harness, player, productId)).status).toBe(409);
    }
    const url = `${harness.url}/api/create-payment-intent`;
    for (const json of [{}, [], { productId: 1, productType: 'hunt' }, { productId: 'x' }]) {
      expect((await call(url, { token: player.token, json })).status).toBe(400);
    }
    expect((await rowsOf(harness, player)).attempts).toEqual([]);
    expect(await intentsOf(harness, player)).toEqual([]);
  });

  test('gets 409 for a member and inserts no attempt', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    await record(harness, player, { productId: hunt.productId, paymentIntentId });
    const answer = await begin(harness, player, hunt.productId);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'You have already joined this hunt.' },
    });
    expect((await rowsOf(harness, player)).attempts).toHaveLength(1);
  });

  test('gets 502 with a generic text while Stripe fails, and succeeds afterwards', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const cutOff = await harness.startCopy({ STRIPE_API_URL: 'http://127.0.0.1:1' });
    const away = await begin(cutOff, player, hunt.productId);
    await cutOff.stop();
    expect(away).toMatchObject({ status: 502, body: { error: CALM_TEXT } });
    await harness.sandbox.setFaults({ status: 500 });
    const broken = await begin(harness, player, hunt.productId);
    expect(broken).toMatchObject({ status: 502, body: { error: CALM_TEXT } });
    // Stripe would replay its error for the same key, so the attempt is closed.
    const { attempts } = await rowsOf(harness, player);
    expect(attempts.map(({ state }) => state)).toEqual(['canceled']);
    await harness.sandbox.clearFaults();
    expect((await begin(harness, player, hunt.productId)).status).toBe(200);
  });

  test('gets 502 while catalog is unavailable', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const cutOff = await harness.startCopy({ CATALOG_URL: 'http://127.0.0.1:1' });
    const answer = await begin(cutOff, player, hunt.productId);
    await cutOff.stop();
    expect(answer.status).toBe(502);
    expect(await intentsOf(harness, player)).toEqual([]);
  });
});

describe('P-1.5 one charge', () => {
  test('P-1.5 20 concurrent calls on two copies: one attempt, one intent, one client secret', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const answers = await beginAtOnce(harness, player, hunt.productId, 20);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await intentsOf(harness, player)).toHaveLength(1);
    expect((await rowsOf(harness, player)).attempts).toHaveLength(1);
  });

  test('P-1.5 a call while Stripe processes the first one returns the same intent', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    // Longer than the SDK retries while the key is in use.
    await harness.sandbox.setFaults({ latencyMs: 2_000 });
    const answers = await beginAtOnce(harness, player, hunt.productId, 4);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await intentsOf(harness, player)).toHaveLength(1);
  });

  test('P-1.5 a reload after a declined card and during 3-D Secure returns the same intent', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const first = await begin(harness, player, hunt.productId);
    await pay(harness, player, hunt.productId, 'pm_card_visa_chargeDeclined').catch(() => {});
    expect((await begin(harness, player, hunt.productId)).body).toEqual(first.body);
    const challenged = await pay(harness, player, hunt.productId, 'pm_card_authenticationRequired');
    expect(challenged.status).toBe('requires_action');
    expect((await begin(harness, player, hunt.productId)).body).toEqual(first.body);
    expect(await intentsOf(harness, player)).toHaveLength(1);
  });

  test('P-1.5 a retry after a lost response from Stripe returns the same intent', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await harness.sandbox.sendWebhooksTo(harness.url);
    await harness.sandbox.setFaults({ hang: 'after', webhooks: { drop: false } });
    const answer = begin(harness, player, hunt.productId);
    await waitUntil(() => isCreationEventStored(player), { what: 'the intent at Stripe' });
    await harness.sandbox.clearFaults();
    expect((await answer).status).toBe(200);
    expect(await intentsOf(harness, player)).toHaveLength(1);
    expect((await begin(harness, player, hunt.productId)).body).toEqual((await answer).body);
  });

  test('P-1.5 a call after an unreported payment records the purchase instead of charging again', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    await pay(harness, player, hunt.productId);
    const answers = await beginAtOnce(harness, player, hunt.productId, 6);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(409));
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['completed']);
    expect(events).toHaveLength(1);
    expect(await intentsOf(harness, player)).toHaveLength(1);
  });

  test('P-1.5 calls while the charge is being recorded never create a second intent', async () => {
    for (let time = 0; time < 5; time += 1) {
      const [player, hunt] = [newPlayer(), harness.addHunt()];
      const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
      const purchaseBody = { productId: hunt.productId, paymentIntentId };
      const [recorded, answers] = await Promise.all([
        record(harness, player, purchaseBody),
        beginAtOnce(harness, player, hunt.productId, 6),
      ]);
      expect(recorded.status).toBe(200);
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(409));
      expect(await intentsOf(harness, player)).toHaveLength(1);
      expect((await rowsOf(harness, player)).attempts).toHaveLength(1);
    }
  });

  test('P-1.5 a call that waits for a concurrent attempt gets 409 after that one’s purchase', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const other = await harness.pool.connect();
    await other.query('BEGIN');
    const names = 'user_id, product_id, product_title, handle, region, amount_cents, currency';
    const values = [player.userId, hunt.productId];
    await other.query(
      `INSERT INTO payment_attempts (${names}, bonus_cents)
       VALUES ($1, $2, 'A hunt', 'a-hunt', 'Vermont', 2000, 'USD', 1000)`,
      values,
    );
    const click = begin(harness, player, hunt.productId);
    await waitUntil(isAnyCallWaiting, { what: 'the click at the lock' });
    await other.query(
      `INSERT INTO purchases (${names}, bonus_cents, stripe_payment_intent_id, status)
       VALUES ($1, $2, 'A hunt', 'a-hunt', 'Vermont', 2000, 'USD', 1000, $1, 'completed')`,
      values,
    );
    await other.query(
      `UPDATE payment_attempts SET state = 'succeeded' WHERE user_id = $1 AND product_id = $2`,
      values,
    );
    await other.query('COMMIT');
    other.release();
    expect((await click).status).toBe(409);
    expect(await intentsOf(harness, player)).toEqual([]);
  });
});

async function isCreationEventStored(player: Player): Promise<boolean> {
  const { rowCount } = await harness.pool.query(
    `SELECT FROM stripe_events WHERE type = 'payment_intent.created'
       AND payload->'data'->'object'->'metadata'->>'userId' = $1`,
    [player.userId],
  );
  return rowCount === 1;
}

async function isAnyCallWaiting(): Promise<boolean> {
  const { rowCount } = await harness.pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}
