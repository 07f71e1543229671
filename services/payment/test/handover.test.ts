import { UpstreamError } from '@cairn/service-kit/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

beforeEach(() => {
  harness.onHandover.catalog = () => 'applied';
  harness.onHandover.auth = () => 'applied';
});

afterAll(async () => {
  await harness.stop();
});

describe('hand-over that catalog or auth does not confirm', () => {
  const failures = {
    'is away': () => {
      throw new UpstreamError('away', { status: 503 });
    },
    'parks the event': () => 'parked' as const,
    'dead-letters the event': () => 'dead' as const,
  };

  for (const receiver of ['catalog', 'auth'] as const) {
    test.each(Object.entries(failures))(
      `${receiver} %s: 202, and a retry hands over the same event`,
      async (name, fail) => {
        const [player, hunt] = [newPlayer(), harness.addHunt()];
        const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
        const purchaseBody = { productId: hunt.productId, paymentIntentId };
        harness.onHandover[receiver] = fail;
        const before = await countUnapplied(receiver);
        const first = await record(harness, player, purchaseBody);
        const { purchases, events } = await rowsOf(harness, player);
        expect(first).toMatchObject({
          status: 202,
          body: { purchaseId: purchases[0].id, status: 'completed', pending: true },
        });
        expect((await record(harness, player, purchaseBody)).status).toBe(202);
        const isAlerted = name !== 'is away';
        expect(await countUnapplied(receiver)).toBe(before + (isAlerted ? 2 : 0));

        harness.onHandover[receiver] = () => 'duplicate';
        const done = await record(harness, player, purchaseBody);
        expect(done.status).toBe(200);
        expect(done.body).toEqual({ purchaseId: purchases[0].id, status: 'completed' });
        const copies = harness.handed[receiver].filter(({ key }) => key === player.userId);
        expect(copies.map(({ id }) => id)).toEqual(Array(3).fill(events[0].id));

        await record(harness, player, purchaseBody);
        expect(harness.handed[receiver].filter(({ key }) => key === player.userId)).toHaveLength(3);
      },
    );
  }

  test('a webhook gets 200 only after all services applied the purchase, which a redelivery retries', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const event = await eventOf(harness, paymentIntentId);
    harness.onHandover.auth = failures['is away'];
    expect((await sendWebhook(harness, event)).status).toBe(503);
    expect((await sendWebhook(harness, event)).status).toBe(503);
    expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
    harness.onHandover.auth = () => 'applied';
    expect((await sendWebhook(harness, event)).status).toBe(200);
    const copies = harness.handed.auth.filter(({ key }) => key === player.userId);
    expect(copies).toHaveLength(3);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(harness, player)).toMatchObject({ purchases: [{}], events: [{}] });
  });

  test('a purchase recorded by webhook while auth is unavailable is handed over by the page’s call', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    harness.onHandover.auth = failures['is away'];
    const webhook = await sendWebhook(harness, await eventOf(harness, paymentIntentId));
    expect(webhook.status).toBe(503);
    harness.onHandover.auth = () => 'applied';
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    expect((await record(harness, player, purchaseBody)).status).toBe(200);
    const copies = harness.handed.auth.filter(({ key }) => key === player.userId);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(copies).toHaveLength(2);
  });

  test('a charge is recorded with 202 while catalog and auth are unavailable', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const alone = await harness.startCopy({
      CATALOG_URL: 'http://127.0.0.1:1',
      AUTH_URL: 'http://127.0.0.1:1',
    });
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    const answer = await record(alone, player, purchaseBody);
    await alone.stop();
    expect(answer).toMatchObject({ status: 202, body: { status: 'completed', pending: true } });
    expect((await rowsOf(harness, player)).events).toHaveLength(1);
  });
});

describe('a late or duplicate charge', () => {
  test('after the end of the hunt is recorded as rejected, grants no membership and stays rejected', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const purchaseBody = { productId: hunt.productId, paymentIntentId };
    const answer = await record(harness, player, purchaseBody);
    harness.offers.set(hunt.productId, hunt);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(await record(harness, player, purchaseBody)).toMatchObject({
      status: 200,
      body: answer.body,
    });
    const webhook = await sendWebhook(harness, await eventOf(harness, paymentIntentId));
    expect(webhook.status).toBe(200);

    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['rejected']);
    expect(events.map(({ type }) => type)).toEqual(['purchase.rejected']);
    expect(harness.handed.catalog.some(({ key }) => key === player.userId)).toBe(false);
    const line = harness.log.map((text) => JSON.parse(text)).find(isRejectionOf(paymentIntentId));
    expect(line).toMatchObject({ level: 'warn', purchaseId: purchases[0].id });
  });

  test('second charge for one membership is rejected, also if both arrive concurrently', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const first = await pay(harness, player, hunt.productId);
    // Simulates an attempt that was canceled here although Stripe charged it.
    await harness.pool.query(`UPDATE payment_attempts SET state = 'canceled' WHERE user_id = $1`, [
      player.userId,
    ]);
    const second = await pay(harness, player, hunt.productId);
    expect(second.id).not.toBe(first.id);
    const answers = await Promise.all(
      [first, second, first, second].map(({ id: paymentIntentId }, index) =>
        record({ url: harness.copies[index % 2]?.url ?? '' }, player, {
          productId: hunt.productId,
          paymentIntentId,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status).sort()).toEqual(['completed', 'rejected']);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'purchase.recorded',
      'purchase.rejected',
    ]);
  });
});

function isRejectionOf(paymentIntentId: string) {
  return (line: Record<string, unknown>) =>
    line['msg'] === 'purchase.rejected' && line['paymentIntentId'] === paymentIntentId;
}

async function countUnapplied(receiver: string): Promise<number> {
  const metric = harness.contexts[0]?.metrics.registry.getSingleMetric(
    'purchase_handovers_unapplied_total',
  );
  const { values = [] } = (await metric?.get()) ?? {};
  return values.find(({ labels }) => labels['receiver'] === receiver)?.value ?? Number.NaN;
}
